"""The question of 00_start_here, to try how questions work."""

from helpers.lectures.exercises import NumberQuestion

QUESTIONS = [
    NumberQuestion(
        "start-1",
        "softmax 之后，三个权重里有两个是 {a} 和 {b}。第三个是多少？",
        default={"a": 0.5, "b": 0.3},
        draw=lambda dice: {"a": dice.pick([0.4, 0.5, 0.6]), "b": dice.pick([0.1, 0.2, 0.3])},
        answer=lambda a, b: 1 - a - b,
        decimals=2,
        mistakes=[(lambda a, b: a + b, "这是前两个之和。三个加起来等于几？")],
        hints=["一行权重之和是 1。"],
    ),
]

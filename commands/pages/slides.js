// One slide at a time, its fragments one after the other. Without this script the page is an article.
(() => {
  const cells = [...document.querySelectorAll(".cell")];
  const slides = []; // each a list of steps, each a list of cells that appear together
  for (const cell of cells) {
    const kind = cell.dataset.slide;
    cell.classList.add("off");
    if (kind === "skip" || kind === "notes") continue;
    if (!slides.length || kind === "slide" || kind === "subslide") slides.push([[]]);
    else if (kind === "fragment") slides.at(-1).push([]);
    slides.at(-1).at(-1).push(cell);
  }
  const where = document.createElement("div");
  where.className = "where";
  document.body.classList.add("slides");
  document.body.append(where);

  let slide = 0, step = 0, zoom = 1.35;
  const show = (toSlide, toStep) => {
    slide = Math.max(0, Math.min(slides.length - 1, toSlide));
    step = Math.max(0, Math.min(slides[slide].length - 1, toStep));
    cells.forEach(cell => cell.classList.add("off"));
    slides[slide].forEach((group, k) =>
      group.forEach(cell => {
        cell.classList.remove("off");
        cell.classList.toggle("later", k > step);
      }));
    where.textContent = `${slide + 1} / ${slides.length}`;
    history.replaceState(null, "", `#${slide + 1}.${step + 1}`);
    if (step === 0) return window.scrollTo(0, 0);
    const group = slides[slide][step]; // all of it where it fits, else from its beginning
    for (const cell of [group.at(-1), group[0]]) cell.scrollIntoView({ block: "nearest" });
  };
  const forward = () => (step + 1 < slides[slide].length ? show(slide, step + 1)
    : slide + 1 < slides.length && show(slide + 1, 0));
  const back = () => (step > 0 ? show(slide, step - 1)
    : slide > 0 && show(slide - 1, slides[slide - 1].length - 1));
  const size = by => {
    zoom = Math.max(0.7, Math.min(3, zoom * by));
    document.body.style.setProperty("--zoom", zoom);
  };
  const keys = {
    ArrowRight: forward, PageDown: forward, " ": forward, ArrowLeft: back, PageUp: back,
    Home: () => show(0, 0), End: () => show(slides.length - 1, 0),
    "+": () => size(1.1), "=": () => size(1.1), "-": () => size(1 / 1.1),
    c: () => document.body.classList.toggle("without-code"),
  };
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    (event.key === " " && event.shiftKey ? back : keys[event.key])();
  });
  const [at = 1, shown = 1] = location.hash.slice(1).split(".").map(Number).filter(Boolean);
  show(at - 1, shown - 1);
})();

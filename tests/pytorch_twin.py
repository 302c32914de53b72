"""The same encoder-decoder in PyTorch, with the same weights: to check gradients and to compare speed.

Imported only where PyTorch is installed.
"""

import numpy as np
import torch
from torch import nn

from helpers.kernels.positions import sinusoidal_positional_encoding
from helpers.models.sequence_to_sequence import PAD


class Twin(nn.Module):
    """``sequence_to_sequence`` as a user of PyTorch would write it, with its encoder and decoder.

    The attention has the biases that it has in ``params``: all four, or none.
    """

    def __init__(self, params, norm="post", activation=nn.functional.relu):
        super().__init__()
        (source_size, d_model), target_size = params.source_embedding.shape, len(params.b_out)
        h, d_ff = len(params.encoder[0].attention.w_q), len(params.encoder[0].ffn.b_1)
        sizes = {"d_model": d_model, "nhead": h, "dim_feedforward": d_ff}
        options = {
            "dropout": 0.0, "activation": activation, "batch_first": True, "norm_first": norm == "pre"
        }  # fmt: skip
        final_norms = [nn.LayerNorm(d_model) if norm == "pre" else None for _ in range(2)]
        self.source_embedding = nn.Embedding(source_size, d_model)
        self.target_embedding = nn.Embedding(target_size, d_model)
        self.encoder = nn.TransformerEncoder(
            nn.TransformerEncoderLayer(**sizes, **options),
            len(params.encoder), final_norms[0], enable_nested_tensor=False,
        )  # fmt: skip
        self.decoder = nn.TransformerDecoder(
            nn.TransformerDecoderLayer(**sizes, **options), len(params.decoder), final_norms[1]
        )
        if params.encoder[0].attention.b_q is None:
            for layer in self.encoder.layers:
                layer.self_attn = nn.MultiheadAttention(d_model, h, bias=False, batch_first=True)
            for layer in self.decoder.layers:
                layer.self_attn = nn.MultiheadAttention(d_model, h, bias=False, batch_first=True)
                layer.multihead_attn = nn.MultiheadAttention(d_model, h, bias=False, batch_first=True)
        self.out = nn.Linear(d_model, target_size)
        self.positions = torch.from_numpy(sinusoidal_positional_encoding(64, d_model))
        self.positions = self.positions.to(torch.from_numpy(params.w_out).dtype)
        self.to(self.positions.dtype)
        self.load_state_dict({name: tensor(a) for name, a in by_torch_name(params).items()})

    def forward(self, source, target):
        n, hidden = target.shape[1], source == PAD
        x = self.source_embedding(source) + self.positions[: source.shape[1]]
        memory = self.encoder(x, src_key_padding_mask=hidden)
        y = self.target_embedding(target) + self.positions[:n]
        future = torch.ones(n, n, dtype=torch.bool).triu(1)  # True = may not look
        return self.out(self.decoder(y, memory, future, memory_key_padding_mask=hidden))


class LeanTwin(nn.Module):
    """The same by hand, post-norm, as lean as PyTorch allows: nothing but the formulas, no attention biases."""

    def __init__(self, params):
        super().__init__()
        self.source_embedding = nn.Embedding.from_pretrained(tensor(params.source_embedding), False)
        self.target_embedding = nn.Embedding.from_pretrained(tensor(params.target_embedding), False)
        self.encoder = nn.ModuleList(
            LeanLayer([layer.attention], layer.ffn, [layer.norm_1, layer.norm_2])
            for layer in params.encoder
        )
        self.decoder = nn.ModuleList(
            LeanLayer(
                [layer.self_attention, layer.cross_attention],
                layer.ffn,
                [layer.norm_1, layer.norm_2, layer.norm_3],
            )
            for layer in params.decoder
        )
        self.out = linear(params.w_out, params.b_out)
        self.positions = tensor(sinusoidal_positional_encoding(64, len(params.w_out)).astype("f"))

    def forward(self, source, target):
        n = target.shape[1]
        causal = torch.ones(n, n, dtype=torch.bool).tril()  # True = may look
        shown = (source != PAD)[:, None, None, :]
        x = self.source_embedding(source) + self.positions[: source.shape[1]]
        for layer in self.encoder:
            x = layer(x, shown)
        y = self.target_embedding(target) + self.positions[:n]
        for layer in self.decoder:
            y = layer(y, causal, x, shown)
        return self.out(y)


class LeanLayer(nn.Module):
    """An encoder layer (one attention, two norms) or a decoder layer (two, three)."""

    def __init__(self, attentions, ffn, norms):
        super().__init__()
        self.attentions = nn.ModuleList(map(LeanAttention, attentions))
        self.linear_1, self.linear_2 = linear(ffn.w_1, ffn.b_1), linear(ffn.w_2, ffn.b_2)
        self.norms = nn.ModuleList(nn.LayerNorm(len(norm.gamma)) for norm in norms)  # all start alike

    def forward(self, x, mask, memory=None, memory_mask=None):
        x = self.norms[0](x + self.attentions[0](x, x, mask))
        if memory is not None:
            x = self.norms[1](x + self.attentions[1](x, memory, memory_mask))
        return self.norms[-1](x + self.linear_2(self.linear_1(x).relu()))


class LeanAttention(nn.Module):
    def __init__(self, params):
        super().__init__()
        self.h = len(params.w_q)
        self.q, self.k, self.v = (
            linear(np.concatenate(w, axis=-1)) for w in (params.w_q, params.w_k, params.w_v)
        )
        self.o = linear(params.w_o)

    def forward(self, x, context, mask):
        q, k, v = (
            layer(a).unflatten(-1, (self.h, -1)).transpose(1, 2)
            for layer, a in ((self.q, x), (self.k, context), (self.v, context))
        )
        heads = nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return self.o(heads.transpose(1, 2).flatten(2))


def tensor(a):
    return torch.from_numpy(np.ascontiguousarray(a))


def linear(w, b=None):
    """nn.Linear with the weights ``w`` (d_in, d_out) and ``b``."""
    layer = nn.Linear(*w.shape, bias=b is not None)
    layer.load_state_dict({"weight": tensor(w.T)} | ({} if b is None else {"bias": tensor(b)}))
    return layer


def loss(twin, source, target):
    """The mean cross entropy of the next tokens, as in ``loss_and_gradients``."""
    logits = twin(source, target[:, :-1]).flatten(0, 1)
    return nn.functional.cross_entropy(logits, target[:, 1:].flatten(), ignore_index=PAD)


def by_torch_name(params):
    """SequenceToSequenceParams, weights or gradients, as arrays in the names and shapes of ``Twin``."""
    found = {
        "source_embedding.weight": params.source_embedding,
        "target_embedding.weight": params.target_embedding,
        "out.weight": params.w_out.T,
        "out.bias": params.b_out,
    }
    for i, layer in enumerate(params.encoder):
        at = f"encoder.layers.{i}."
        found |= _attention(at + "self_attn", layer.attention) | _ffn(at, layer.ffn)
        found |= _norms(at, layer.norm_1, layer.norm_2)
    for i, layer in enumerate(params.decoder):
        at = f"decoder.layers.{i}."
        found |= _attention(at + "self_attn", layer.self_attention) | _ffn(at, layer.ffn)
        found |= _attention(at + "multihead_attn", layer.cross_attention)
        found |= _norms(at, layer.norm_1, layer.norm_2, layer.norm_3)
    for stack, norm in (("encoder", params.encoder_norm), ("decoder", params.decoder_norm)):
        if norm is not None:
            found[f"{stack}.norm.weight"] = norm.gamma
            found[f"{stack}.norm.bias"] = norm.beta
    return found


def _attention(at, params):
    weights, biases = (params.w_q, params.w_k, params.w_v), (params.b_q, params.b_k, params.b_v)
    found = {
        # (h, d_model, d_k) -> (h*d_k, d_model): PyTorch keeps matrices transposed, heads below each other
        at + ".in_proj_weight": np.concatenate([np.concatenate(w.swapaxes(1, 2)) for w in weights]),
        at + ".out_proj.weight": params.w_o.T,
    }
    if params.b_o is not None:
        found[at + ".in_proj_bias"] = np.concatenate([b.ravel() for b in biases])
        found[at + ".out_proj.bias"] = params.b_o
    return found


def _ffn(at, params):
    return {
        at + "linear1.weight": params.w_1.T,
        at + "linear1.bias": params.b_1,
        at + "linear2.weight": params.w_2.T,
        at + "linear2.bias": params.b_2,
    }


def _norms(at, *norms):
    found = {}
    for i, norm in enumerate(norms, start=1):
        found |= {f"{at}norm{i}.weight": norm.gamma, f"{at}norm{i}.bias": norm.beta}
    return found

"""How a model is trained: what decides memory, speed and what an interruption costs."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict

__all__ = ["Training"]


class Model(Strict):
    """What is trained."""

    family = f.Choice(
        "transformer", "cnn", "diffusion", "recurrent", "graph", "trees", "custom",
        meaning="The family.", example="transformer",
    )  # fmt: skip
    parameters = f.Number(meaning="Parameters in all.", unit="parameters", example="6.7e9")
    active_parameters = f.Number(
        meaning="Parameters that one token uses, in a mixture of experts.", unit="parameters", example="6.7e9"
    )
    layers = f.Integer(least=1, meaning="Layers.", example="32")
    hidden = f.Integer(least=1, meaning="Hidden size.", example="4096")
    feed_forward = f.Integer(least=1, meaning="Size of the feed-forward layer.", example="16384")
    heads = f.Integer(least=1, meaning="Attention heads.", example="32")
    kv_heads = f.Integer(least=1, meaning="Heads of keys and values.", example="32")
    vocabulary = f.Integer(least=1, meaning="Size of the vocabulary.", unit="tokens", example="50304")
    experts = f.Integer(least=1, meaning="Experts of a mixture.", example="1")


class Parallelism(Strict):
    """How the model and the batch are split."""

    data = f.Integer(least=1, meaning="Copies that take parts of the batch.", example="64")
    tensor = f.Integer(least=1, meaning="Parts of each layer.", example="1")
    pipeline = f.Integer(least=1, meaning="Stages of layers.", example="1")
    virtual_stages = f.Integer(least=1, meaning="Chunks of each stage, when they are interleaved.", example="1")
    context = f.Integer(least=1, meaning="Parts of the sequence.", example="1")
    expert = f.Integer(least=1, meaning="Groups of experts.", example="1")
    sequence = f.Flag(meaning="Activations between tensor parts are split along the sequence.", example="false")
    sharding = f.Choice(
        "none", "zero1", "zero2", "zero3", "fsdp", "hybrid", meaning="What copies share out.", example="zero3"
    )


class Checkpoint(Strict):
    """How state is saved."""

    every = f.Span(meaning="How often.", unit="min, h", example="1 h")
    duration = f.Span(meaning="How long saving holds the job up.", unit="s, min", example="2 min")
    restart = f.Span(meaning="How long a restart takes.", unit="min, h", example="10 min")
    size = f.Size(meaning="How large it is.", unit="bytes", example="94 GB")
    store = f.Choice("local", "off_node", "object", meaning="Where it is kept.", example="off_node")


class Training(Strict):
    """How it is trained."""

    model = f.Nested(Model, meaning="The model.")
    method = f.Choice("full", "lora", "qlora", meaning="What of it is trained.", example="full")
    sequence = f.Integer(least=1, meaning="Length of a sequence.", unit="tokens", example="4096")
    global_batch = f.Integer(least=1, meaning="Sequences or samples of a step.", example="1024")
    micro_batch = f.Integer(least=1, meaning="Sequences or samples of a GPU in one pass.", example="2")
    tokens = f.Number(meaning="Tokens in all.", unit="tokens", example="60e9")
    samples = f.Number(meaning="Samples in all.", unit="samples", example="4e6")
    precision = f.Choice("fp32", "tf32", "fp16", "bf16", "fp8", "fp4", meaning="Number format.", example="bf16")
    optimizer = f.Choice(
        "adam", "adamw", "adam8bit", "sgd", "adafactor", "lamb", "lion", "muon", meaning="Optimizer.", example="adam"
    )
    parallelism = f.Nested(Parallelism, meaning="How it is split.")
    recompute = f.Choice("none", "selective", "full", meaning="Activations computed again.", example="selective")
    checkpoint = f.Nested(Checkpoint, meaning="How state is saved.")

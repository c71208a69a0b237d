"""Spellings: accepted where they name one thing, refused with the choices where they do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine._data import rules_path
from policy_engine.catalog import Catalog, load
from policy_engine.catalog.names import Spellings, squash
from policy_engine.declaration import NameProblem
from policy_engine.errors import InternalFault

CATALOG = load(rules_path() / "catalog")
SPELLINGS = [(one.id, text) for one in CATALOG.accelerators() for text in (one.id, one.name, *one.aliases)]


def refused(catalog: Catalog, what: str, text: str, provider: str | None = None) -> str:
    with pytest.raises(NameProblem) as problem:
        catalog.canonical(what, text, provider)
    return problem.value.message


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("H100 SXM5 80GB", "h100-sxm-80gb"),
        ("h100_sxm5_80gb", "h100-sxm-80gb"),
        ("  H100-SXM-80GB ", "h100-sxm-80gb"),
        ("NVIDIA H100 80GB HBM3", "h100-sxm-80gb"),  # what nvidia-smi prints
        ("NVIDIA A100-SXM4-80GB", "a100-sxm-80gb"),
        ("A100-40", "a100-sxm-40gb"),
        ("H100 PCIe", "h100-pcie-80gb"),
        ("nvidia-tesla-t4", "t4"),
        ("A10", "a10"),
        ("A10G", "a10g"),
        ("B200", "b200-sxm"),
        ("GB200", "gb200"),
        ("RTX4090", "rtx-4090"),
        ("BM.GPU4.8", "a100-sxm-40gb"),  # an OCI shape with A100 of 40 GB
        ("V100S-32", "v100-pcie"),
    ],
)
def test_accelerators(shipped: Catalog, text: str, name: str) -> None:
    assert shipped.canonical("accelerator", text) == name


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("H100", ["h100-pcie-80gb", "h100-sxm-80gb", "h100-sxm-96gb", "h100-nvl-94gb"]),
        ("a100", ["a100-sxm-40gb", "a100-sxm-80gb", "a100-pcie-40gb", "a100-pcie-80gb"]),
        ("A100 80GB", ["a100-sxm-80gb", "a100-pcie-80gb"]),
        ("H100-80GB", ["h100-pcie-80gb", "h100-sxm-80gb"]),
        ("V100", ["v100-sxm-16gb", "v100-sxm-32gb", "v100-pcie"]),
        ("RTX 6000", ["rtx-6000-ada", "rtx-pro-6000"]),
    ],
)
def test_what_may_be_several_is_refused_with_the_choices(shipped: Catalog, text: str, choices: list[str]) -> None:
    message = refused(shipped, "accelerator", text)
    assert message == f'"{text}" may mean several accelerators: {", ".join(choices)}; write the one meant'


def test_unknown_accelerator_gets_the_nearest(shipped: Catalog) -> None:
    assert refused(shipped, "accelerator", "MI300") == 'unknown accelerator "MI300"; did you mean "mi300x"?'


def test_a_share_of_an_accelerator_is_not_one(shipped: Catalog) -> None:
    """A price list sells a sixth of an A10 under this name."""
    assert refused(shipped, "accelerator", "A10 (1/6)") == (
        '"A10 (1/6)" is 1/6 of an accelerator: name the whole one, "a10"'
    )


@pytest.mark.parametrize("text", ["", "NVIDIA", "gpu", "—"])
def test_a_text_that_tells_nothing_is_unknown(shipped: Catalog, text: str) -> None:
    assert refused(shipped, "accelerator", text).startswith("unknown accelerator")


def test_a_long_text_is_not_repeated(shipped: Catalog) -> None:
    text = "secret-" * 20
    assert "secret-secret-secret-secret-secret-secret" not in refused(shipped, "accelerator", text)


@pytest.mark.parametrize(("name", "text"), SPELLINGS)
def test_every_listed_spelling_means_its_accelerator(shipped: Catalog, name: str, text: str) -> None:
    assert shipped.canonical("accelerator", text) == name


@given(st.sampled_from(SPELLINGS), st.sampled_from([str.upper, str.lower, str.title]), st.sampled_from([" ", "_", "-"]))
def test_case_and_marks_do_not_matter(pair, change, mark) -> None:  # type: ignore[no-untyped-def]
    name, text = pair
    assert CATALOG.canonical("accelerator", change(text).replace(" ", mark).replace("-", mark)) == name


@given(st.text(max_size=30))
def test_any_text_is_refused_or_has_an_answer_that_stands(text: str) -> None:
    for what in ("accelerator", "fabric", "provider"):
        try:
            name = CATALOG.canonical(what, text)
        except NameProblem:
            continue
        assert CATALOG.canonical(what, name) == name


def test_squash_keeps_letters_and_digits() -> None:
    assert squash(" H100_SXM-80 GB ") == "h100sxm80gb"


def test_two_things_under_one_spelling_are_refused() -> None:
    with pytest.raises(NameProblem, match="may mean several things: a, b"):
        Spellings("thing", {"a": ["same"], "b": ["Same"]}).canonical("SAME")


@pytest.mark.parametrize(
    ("text", "name"),
    [("AWS", "aws"), ("Amazon", "aws"), ("Google Cloud", "gcp"), ("Vast.ai", "vast-ai"), ("vast_ai", "vast-ai"),
     ("Hugging Face", "huggingface"), ("W&B", "wandb"), ("EVEO", "eveo"), ("nvcr", "ngc")],
)  # fmt: skip
def test_providers(shipped: Catalog, text: str, name: str) -> None:
    assert shipped.canonical("provider", text) == name


def test_unknown_provider_gets_the_nearest(shipped: Catalog) -> None:
    assert refused(shipped, "provider", "evo") == 'unknown provider "evo"; did you mean "eveo"?'


@pytest.mark.parametrize(
    ("provider", "text", "name"),
    [("coreweave", "ord1", "ORD1"), ("coreweave", "ORD1", "ORD1"), ("aws", "SA-EAST-1", "sa-east-1"),
     ("vast-ai", "Bulgaria, BG, EU", "Bulgaria, BG, EU"), ("runpod", " EU-RO-1 ", "EU-RO-1")],
)  # fmt: skip
def test_sites(shipped: Catalog, provider: str, text: str, name: str) -> None:
    assert shipped.canonical("site", text, provider) == name


def test_unknown_site_of_a_closed_provider(shipped: Catalog) -> None:
    assert refused(shipped, "site", "sa-est-1", "aws") == (
        'unknown site "sa-est-1" of aws; did you mean "sa-east-1"? '
        "Where it is right, declare it in a document of kind Catalog"
    )


def test_a_city_is_not_a_site(shipped: Catalog) -> None:
    """Regions resolve through the catalog, never by what their name or city sounds like."""
    assert "unknown site" in refused(shipped, "site", "São Paulo", "aws")


@pytest.mark.parametrize("provider", ["alibaba", "wandb"])
def test_a_provider_without_named_sites(shipped: Catalog, provider: str) -> None:
    assert refused(shipped, "site", "x", provider) == (
        f"{provider} has no named site in the catalog: leave `site` out, or declare it in a document of kind Catalog"
    )


def test_a_site_without_its_provider(shipped: Catalog) -> None:
    assert shipped.canonical("site", "EVEO-COTIA") == "eveo-cotia"
    assert "name the provider too" in refused(shipped, "site", "us-east-1")


def test_the_site_of_an_unknown_provider_is_left_to_the_error_about_the_provider(shipped: Catalog) -> None:
    assert shipped.canonical("site", "x", "evo") == "x"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("InfiniBand NDR", "infiniband-ndr"),
        ("ndr", "infiniband-ndr"),
        ("EFA v2", "efa-v2"),
        ("RoCEv2 400", "roce-400g"),
    ],
)
def test_fabrics(shipped: Catalog, text: str, name: str) -> None:
    assert shipped.canonical("fabric", text) == name


def test_a_fabric_that_may_be_several(shipped: Catalog) -> None:
    assert "infiniband-hdr, infiniband-ndr" in refused(shipped, "fabric", "InfiniBand")


def test_the_catalog_has_names_of_four_things(shipped: Catalog) -> None:
    with pytest.raises(InternalFault):
        shipped.canonical("colour", "red")

"""The version of this engine, as every log names it; the distribution takes it from here."""

__all__ = ["ENGINE", "__version__"]

__version__ = "0.3.0"

ENGINE = __version__

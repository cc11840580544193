"""The version of this engine, as every log names it; the distribution takes it from here."""

__version__ = "1.0.0"

ENGINE = __version__

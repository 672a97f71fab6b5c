//! NAND flash: addresses, geometry, pages, blocks, the chip, its timing and energy. No FTL word in it.

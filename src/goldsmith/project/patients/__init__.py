"""Operations on patients: make, query and export their chronicles."""

"""Chronicles in the models of other systems: FHIR R4 bundles and OMOP CDM tables.

fhir, fhir_values     a bundle for each patient
omop, omop_tables     the tables of OMOP CDM 5.4
concept_map           codes to concepts of OMOP, as the user gives them
"""

"""Export chronicles to other data models: FHIR R4 bundles and OMOP CDM tables.

fhir, fhir_values     a bundle for each patient
omop, omop_tables     the tables of OMOP CDM 5.4
concept_map           the user's map from codes to OMOP concepts
"""

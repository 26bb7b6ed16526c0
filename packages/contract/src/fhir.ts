// FHIR's terms that the main API and the gateway have to name alike. The sandbox stands in for other parties' systems
// and has its own.

export const LOINC = 'http://loinc.org'
export const UCUM = 'http://unitsofmeasure.org'
export const SNOMED = 'http://snomed.info/sct'

const HL7 = 'http://terminology.hl7.org/CodeSystem'
export const DATA_ABSENT_REASON = `${HL7}/data-absent-reason`
export const DIAGNOSTIC_SERVICE = `${HL7}/v2-0074`
/** FHIR's own codes for the sex of a patient. */
export const ADMINISTRATIVE_GENDER = 'http://hl7.org/fhir/administrative-gender'
export const INTERPRETATION = `${HL7}/v3-ObservationInterpretation`
export const OBSERVATION_CATEGORY = `${HL7}/observation-category`
export const ROLE_CODE = `${HL7}/v3-RoleCode`
export const SECURITY_SERVICE = `${HL7}/restful-security-service`

/**
 * Extensions of a DiagnosticReport, below the interface's own address. In HL7 v2 a report names what has changed and not
 * all that is valid: the values that it does not name stay, except those that it deletes.
 */
export const UNNAMED_VALUES_STAY = '/StructureDefinition/unnamed-values-stay'
export const DELETED_VALUE = '/StructureDefinition/deleted-value'

const WITHOUT_CONTENT: readonly string[] = ['registered', 'cancelled', 'entered-in-error']

/**
 * Whether nothing has been issued yet, or all is withdrawn: a report in such a status needs no time of issue, and an
 * observation no value.
 */
export const isWithoutContent = (status: string): boolean => WITHOUT_CONTENT.includes(status)

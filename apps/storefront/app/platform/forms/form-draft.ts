/** Hidden field of a form whose texts are kept if the session ends before it is sent (`formOwnerOf` of the server). */
export const FORM_OWNER = 'formOwner'
/** In the address of a page that one came back to from adding a patient: the new one's id. */
export const ADDED_PATIENT = 'addedPatientId'
/** In the address of a page that a login leads back to: what was typed there is kept. */
export const KEPT = 'kept'
/** Names of fields that are never shown again or kept. */
export const SECRET = /password|code|token/i

/** Hidden field of a form whose texts are kept if the session ends before it is sent (`formOwnerOf` of the server). */
export const FORM_OWNER = 'formOwner'
/** In the address of a page that one came back to from adding patients: the id of each new one. */
export const ADDED_PATIENT = 'addedPatientId'
/** The `intent` of the button that saves a patient and goes on to the next. */
export const SAVE_AND_MORE = 'savePatientAndMore'
/** Hidden field: the day of birth that was filled in has been asked about. */
export const BIRTH_ASKED = 'birthAsked'
/** In the address of the form of a new patient: it is not the account's owner. */
export const OTHER_THAN_OWNER = 'other'
/** In the address of a page that a login leads back to: what was typed there is kept. */
export const KEPT = 'kept'
/** In the address of a page that one came back to after proving who one is. */
export const PROVEN = 'proven'
/** Names of fields that are never shown again or kept. */
export const SECRET = /password|passkey|code|token|^pin$/i

/** Hidden field of a form whose texts are kept if the session ends before it is sent (`formOwnerOf` of the server). */
export const FORM_OWNER = 'formOwner'
/** In the address of a page that is returned to after adding patients: the id of each new one. */
export const ADDED_PATIENT = 'addedPatientId'
/** The `intent` of the button that saves a patient and goes on to the next. */
export const SAVE_AND_MORE = 'savePatientAndMore'
/** Hidden field: the customer has already been asked whether the proposed date of birth is right. */
export const BIRTH_ASKED = 'birthAsked'
/** In the address of the form for a new patient: the patient is not the account's owner. */
export const OTHER_THAN_OWNER = 'other'
/** In the address of a page that a login leads back to: the texts typed there were kept. */
export const KEPT = 'kept'
/** Its value if the page was left for the form of a new patient or a proof of identity: no one was logged out. */
export const LEFT = 'left'
/** In the address of a page that is returned to after a proof of identity. */
export const PROVEN = 'proven'

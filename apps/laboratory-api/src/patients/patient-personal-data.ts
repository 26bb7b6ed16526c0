import type { PersonalDataHolder } from '../accounts/personal-data.ts'
import { listPatients } from './patient-queries.ts'

/** Patients go with the account; orders and results keep a copy of their own. */
export const patientPersonalData: PersonalDataHolder = { name: 'patients', export: listPatients }

// Generated from the main API's description by `npm run client:generate`; a test compares.
import { OPERATIONS as group0 } from './operations/catalogue.ts'
import { OPERATIONS as group1 } from './operations/documents.ts'
import { OPERATIONS as group2 } from './operations/laboratories.ts'
import { OPERATIONS as group3 } from './operations/orders.ts'
import { OPERATIONS as group4 } from './operations/passwords.ts'
import { OPERATIONS as group5 } from './operations/patients.ts'
import { OPERATIONS as group6 } from './operations/personal-data.ts'
import { OPERATIONS as group7 } from './operations/results.ts'
import { OPERATIONS as group8 } from './operations/second-factor.ts'
import { OPERATIONS as group9 } from './operations/sessions.ts'
import { OPERATIONS as group10 } from './operations/support.ts'
import { OPERATIONS as group11 } from './operations/users.ts'
import { OPERATIONS as group12 } from './operations/visits.ts'

export const OPERATIONS = {
  ...group0,
  ...group1,
  ...group2,
  ...group3,
  ...group4,
  ...group5,
  ...group6,
  ...group7,
  ...group8,
  ...group9,
  ...group10,
  ...group11,
  ...group12,
} as const

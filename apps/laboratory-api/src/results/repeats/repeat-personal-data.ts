import { asc, eq } from 'drizzle-orm'
import type { PersonalDataHolder } from '../../accounts/personal-data.ts'
import { plannedRepeats } from './tables.ts'

/** Which tests an account wants again, and when; deleted with the account, the patient or the result. */
export const repeatPersonalData: PersonalDataHolder = {
  name: 'plannedRepeats',
  export: (queries, userId) =>
    queries
      .select({
        testResultId: plannedRepeats.testResultId,
        patientId: plannedRepeats.patientId,
        month: plannedRepeats.month,
        toldAt: plannedRepeats.toldAt,
      })
      .from(plannedRepeats)
      .where(eq(plannedRepeats.userId, userId))
      .orderBy(asc(plannedRepeats.month), asc(plannedRepeats.testResultId)),
}

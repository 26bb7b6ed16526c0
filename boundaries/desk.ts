import type { Doors } from './doors.ts'

/**
 * The desk: which other folders a folder may use, and which of their files. `routes` contains the screens, which put
 * the folders together and may use every file of theirs. The files beside the folders are open to all.
 */
export const DESK: Doors = {
  calendar: { forms: ['after-form.ts', 'kept-fields.tsx', 'run-form.server.ts'] },
  catalogue: {
    forms: ['problem-notice.tsx', 'run-form.server.ts'],
    session: ['desk-context.server.ts'],
  },
  customers: { forms: ['kept-fields.tsx'], session: ['own-password.tsx'] },
  forms: { session: ['desk-context.server.ts'], texts: ['format.server.ts'] },
  keyboard: { shell: ['screens.ts'] },
  laboratory: {
    forms: ['run-form.server.ts'],
    session: ['desk-context.server.ts'],
    shell: ['alarm-tag.tsx'],
    table: ['desk-table.tsx'],
  },
  messages: {
    forms: ['kept-words.ts', 'own-answers.ts'],
    session: ['desk-context.server.ts', 'use-ask-again.ts'],
  },
  money: {
    forms: ['kept-fields.tsx', 'run-form.server.ts'],
    session: ['desk-context.server.ts'],
    table: ['desk-table.tsx'],
  },
  rights: {
    forms: ['after-form.ts', 'kept-fields.tsx', 'kept-words.ts', 'run-form.server.ts'],
    messages: ['ready-answers.server.ts', 'ready-answers.tsx'],
    session: ['desk-context.server.ts'],
    table: ['desk-table.tsx'],
  },
  scan: {},
  session: { texts: ['format.server.ts', 'root-data.server.ts'] },
  sheet: {
    forms: ['own-answers.ts', 'problem-notice.tsx', 'run-form.server.ts'],
    texts: ['format.server.ts'],
    visits: ['day-tools.tsx', 'visit-steps.tsx', 'way-to-door.ts'],
  },
  shell: {
    forms: ['kept-words.ts'],
    sheet: ['kept-sheet.ts'],
  },
  table: {},
  texts: {},
  visits: {
    forms: ['kept-fields.tsx', 'own-answers.ts', 'problem-notice.tsx', 'run-form.server.ts'],
    session: ['desk-context.server.ts', 'use-ask-again.ts'],
  },
}

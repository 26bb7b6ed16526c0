import type { Doors } from './doors.ts'

/**
 * The storefront: which other modules a module may use, and which of their files: their doors. Every module may use
 * `platform` and `ui`; the app's root puts the modules together.
 */
export const STOREFRONT: Doors = {
  account: {
    documents: ['load-documents.server.ts'],
    patients: ['save-patient.server.ts'],
  },
  cart: {
    account: ['auth-panel.tsx'],
    documents: ['load-documents.server.ts'],
    patients: ['patient-names.server.ts'],
  },
  catalogue: {
    checkout: ['visit-view.server.ts'],
    laboratories: ['next-free.server.ts'],
    results: ['repeat.server.ts', 'tests-of-report.server.ts'],
  },
  checkout: {
    account: ['auth-frame.tsx', 'code-field.tsx', 'confirm-email.server.ts', 'send-code.tsx'],
    cart: [
      'open-cart.server.ts',
      'cart-badge.server.ts',
      'cart-records.server.ts',
      'load-cart.server.ts',
      'checkout-frame.tsx',
      'encode-cart.server.ts',
      'preparation.tsx',
      'seen-prices.ts',
      'summarize-cart.server.ts',
    ],
    laboratories: ['branches.server.ts', 'place-rows.tsx'],
  },
  documents: {},
  laboratories: {},
  orders: {
    cart: ['add-to-cart.server.ts', 'open-cart.server.ts', 'preparation.tsx'],
    checkout: ['create-order.server.ts', 'slot-picker.tsx', 'slot-week.server.ts', 'visit-view.server.ts'],
    results: ['tests-of-report.server.ts'],
  },
  patients: {},
  results: {},
  shell: {
    catalogue: ['list-public-pages.server.ts', 'search-field.tsx'],
    laboratories: ['branches.server.ts', 'place-choice.tsx'],
    patients: ['patient-names.server.ts'],
  },
}

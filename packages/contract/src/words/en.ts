import type { ResultWords } from './words.ts'

export const en: ResultWords = {
  age: {
    years_one: '{{count}} year',
    years_other: '{{count}} years',
    months_one: '{{count}} month',
    months_other: '{{count}} months',
    days_one: '{{count}} day',
    days_other: '{{count}} days',
  },
  results: {
    word: {
      normal: 'In range',
      low: 'Low',
      high: 'High',
      criticalLow: 'Critically low',
      criticalHigh: 'Critically high',
      abnormal: 'Outside the expected result',
    },
    status: {
      preliminary: 'Preliminary',
      final: 'Final',
      corrected: 'Corrected',
      cancelled: 'Cancelled',
    },
    awaited: 'Not ready yet',
    expected: 'Expected on {{date}}',
    gender: {
      M: 'male',
      F: 'female',
    },
    column: {
      name: 'Test',
      result: 'Result',
      where: 'Position',
      range: 'Range',
      word: 'Status',
    },
    range: {
      none: 'no range',
      below: 'below {{limit}}',
      above: 'above {{limit}}',
    },
    fact: {
      patient: 'Patient',
      born: 'Born',
      order: 'Order',
      sampled: 'Collected',
      laboratory: 'Laboratory',
    },
    note: {
      method: 'Method: {{method}}',
      comment: 'Comment of the laboratory',
      replaced: 'Corrected on {{date}}; before: {{text}}',
      withdrawn: '{{name}}: taken back on {{date}}; before: {{text}}',
    },
    critical: {
      title: 'A value is critical',
      adult: 'Call your doctor today, or an ambulance at once if you feel unwell. Have this result at hand.',
      child:
        'Call your child’s doctor today, or an ambulance at once if the child seems unwell to you. Have this result at hand.',
      doctor: 'A value of this patient needs action today.',
      phone: 'Laboratory',
    },
  },
}

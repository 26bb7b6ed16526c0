/**
 * Demo staff, one person for each role. Fixed and public on purpose, like the account at the payment page:
 * they exist while the sandbox does and are ended where there is none.
 */
export const DEMO_STAFF = {
  password: 'plum harbour 47 lantern',
  /** The secret of their authenticator apps, base32. */
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  people: [
    { role: 'reception', name: 'Olga Novik' },
    { role: 'homeVisits', name: 'Irina Lis' },
    { role: 'support', name: 'Pavel Sokol' },
    { role: 'finance', name: 'Maria Wrona' },
    { role: 'laboratory', name: 'Anton Bobr' },
    { role: 'catalogue', name: 'Vera Zubr' },
    { role: 'privacy', name: 'Ewa Sarna' },
    { role: 'administrator', name: 'Jan Lis' },
  ],
} as const

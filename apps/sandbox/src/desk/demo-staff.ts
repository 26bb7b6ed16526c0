/**
 * People of the desk for trying it out, one for each role. Fixed and public on purpose, as the account at the
 * payment page is: they are there while the sandbox is, and are ended where it is not.
 */
export const DEMO_STAFF = {
  password: 'plum harbour 47 lantern',
  /** Of their authenticator apps, base32. */
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

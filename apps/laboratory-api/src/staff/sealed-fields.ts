import type { SealedField } from '../encryption/sealing.ts'

/** Where the secrets of authenticator apps stand, for whoever seals them anew: an invitation's becomes the account's. */
export const sealedStaffFields: readonly SealedField[] = [
  { purpose: 'secondFactor', table: 'staff_account', key: [['id', 'uuid']], column: 'sealed_secret' },
  {
    purpose: 'secondFactor',
    table: 'staff_invitation',
    key: [['id', 'uuid']],
    owner: 'staff_id',
    column: 'sealed_secret',
  },
]

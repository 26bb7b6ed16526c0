export const GENDERS = ['FEMALE', 'MALE'] as const
export type Gender = (typeof GENDERS)[number]

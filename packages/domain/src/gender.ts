export type Gender = 'MALE' | 'FEMALE'

/** The purposes of profiles, in the order of the filter above the list. */
export const PURPOSES = [
  'checkup',
  'women',
  'men',
  'pregnancy',
  'children',
  'tiredness',
  'thyroid',
  'liver',
  'heart',
  'kidneys',
  'immunity',
  'infections',
] as const
export type Purpose = (typeof PURPOSES)[number]

/**
 * By code, as the catalogue has one category for all profiles. Profiles of another catalogue appear only under "all".
 */
export const CODES: Readonly<Record<Purpose, readonly string[]>> = {
  checkup: ['P001', 'P002', 'P003', 'P011', 'P035', 'P038'],
  women: ['P002', 'P015', 'P018', 'P030', 'P036'],
  men: ['P003', 'P016', 'P031'],
  pregnancy: ['P012', 'P013', 'P014', 'P023', 'P041'],
  children: ['P035', 'P037'],
  tiredness: ['P010', 'P033', 'P036', 'P038', 'P040'],
  thyroid: ['P004', 'P005', 'P015', 'P016', 'P017'],
  liver: ['P006', 'P021', 'P022', 'P034'],
  heart: ['P008', 'P032', 'P039', 'P041'],
  kidneys: ['P007', 'P009', 'P018'],
  immunity: ['P019', 'P020', 'P021', 'P037', 'P041'],
  infections: ['P022', 'P023', 'P024'],
}

import type { Laboratory } from '@shop/contract/laboratories'

/** As the specification writes it: "Вызов, {city}" for one that comes home, "{city}, {address}" for the others. */
export function laboratoryLabel({
  callable,
  cityName,
  address,
}: Pick<Laboratory, 'callable' | 'cityName' | 'address'>): string {
  return callable ? `Вызов, ${cityName}` : `${cityName}, ${address}`
}

import type { Laboratory } from '@shop/contract/laboratories'

/**
 * As the specification has it: "Вызов, {city}" for a laboratory that comes home, "{city}, {address}" for the others.
 */
export function laboratoryLabel({
  callable,
  cityName,
  address,
}: Pick<Laboratory, 'callable' | 'cityName' | 'address'>): string {
  return callable ? `Вызов, ${cityName}` : `${cityName}, ${address}`
}

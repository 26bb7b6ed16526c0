import { nearestLaboratory, roundedKilometres } from '@shop/domain/distance'
import { useEffect, useState } from 'react'
import type { LaboratoryOption } from '../platform/shell-data.ts'

/** unknown: whether the position may be asked for is not known yet. */
export type ClosestState =
  | { status: 'unknown' | 'refused' | 'offered' | 'locating' | 'failed' }
  | { status: 'found'; laboratory: LaboratoryOption; miles: number; kilometres: number }

const TIMEOUT_MS = 10_000
const MAXIMUM_AGE_MS = 600_000

/**
 * Finds the laboratory with the smallest distance from the device. Offered only where the permission is
 * granted or can be asked.
 */
export function useClosestLaboratory(laboratories: readonly LaboratoryOption[]) {
  const [state, setState] = useState<ClosestState>({ status: 'unknown' })
  /** Stays known when another one is chosen by hand. */
  const [position, setPosition] = useState<GeolocationCoordinates>()
  useEffect(() => {
    let isGone = false
    mayAskForPosition().then((allowed) => {
      if (!isGone) setState({ status: allowed ? 'offered' : 'refused' })
    })
    return () => {
      isGone = true
    }
  }, [])

  function locate() {
    setState({ status: 'locating' })
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setPosition(coords)
        const nearest = nearestLaboratory(coords, laboratories)
        setState(
          nearest
            ? {
                status: 'found',
                laboratory: nearest.laboratory,
                miles: nearest.roundedMiles,
                kilometres: roundedKilometres(nearest.miles),
              }
            : { status: 'failed' },
        )
      },
      () => setState({ status: 'failed' }),
      { timeout: TIMEOUT_MS, maximumAge: MAXIMUM_AGE_MS },
    )
  }
  return { state, position, locate, reset: () => setState({ status: 'offered' }) }
}

async function mayAskForPosition(): Promise<boolean> {
  if (!('geolocation' in navigator)) return false
  // Where the question cannot be asked beforehand, the position itself can.
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
  return permission?.state !== 'denied'
}

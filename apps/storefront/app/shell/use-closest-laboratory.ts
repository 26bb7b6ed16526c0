import { nearestLaboratory, roundedKilometres } from '@shop/domain/distance'
import { useEffect, useState } from 'react'
import type { LaboratoryOption } from '../platform/shell-data.ts'

/** `unknown`: it is not known yet whether the position may be requested. */
export type ClosestState =
  | { status: 'unknown' | 'refused' | 'offered' | 'locating' | 'failed' }
  | { status: 'found'; laboratory: LaboratoryOption; miles: number; kilometres: number }

const TIMEOUT_MS = 10_000
const MAXIMUM_AGE_MS = 600_000

/**
 * Finds the laboratory closest to the device. Offered only where the permission is granted or can be
 * requested.
 */
export function useClosestLaboratory(laboratories: readonly LaboratoryOption[]) {
  const [state, setState] = useState<ClosestState>({ status: 'unknown' })
  /** Kept when another laboratory is chosen by hand. */
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
  // Where the permission cannot be queried, the position can still be requested.
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
  return permission?.state !== 'denied'
}

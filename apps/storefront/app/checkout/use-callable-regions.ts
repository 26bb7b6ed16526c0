import { useEffect, useState, useSyncExternalStore } from 'react'
import { CALLABLE_REGIONS, type NamedRegion } from '../platform/laboratory/callable-regions.ts'

const DELAY_MS = 500
const never = () => () => {}

export interface CallableRegions {
  status: 'LOADING' | 'SUCCESS'
  regions: readonly NamedRegion[]
}

/**
 * The static list of regions: in the served page at once; after a navigation in the browser delivered after
 * 500 ms. No request is made for it.
 */
export function useCallableRegions(): CallableRegions {
  // While the served page comes to life this is false as on the server; in a later navigation true from the start.
  const isNavigated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const [status, setStatus] = useState<CallableRegions['status']>(isNavigated ? 'LOADING' : 'SUCCESS')
  useEffect(() => {
    if (status === 'SUCCESS') return
    const timer = setTimeout(() => setStatus('SUCCESS'), DELAY_MS)
    return () => clearTimeout(timer)
  }, [status])
  return { status, regions: status === 'SUCCESS' ? CALLABLE_REGIONS : [] }
}

import { data } from 'react-router'

/** No screen: said as all others say it. */
export function loader() {
  throw data(null, { status: 404 })
}

export const action = loader

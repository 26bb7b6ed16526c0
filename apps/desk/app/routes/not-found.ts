import { data } from 'react-router'

/** No such screen: reported in the same way as on all others. */
export function loader() {
  throw data(null, { status: 404 })
}

export const action = loader

import { Problem, problemResponse } from '@shop/contract/problem'

export function loader() {
  return problemResponse(new Problem('not_found'))
}

export function action() {
  return problemResponse(new Problem('not_found'))
}

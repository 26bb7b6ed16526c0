import { redirect } from 'react-router'

/** The shell's key in the route table; a visit goes home. */
export function loader() {
  return redirect('/')
}

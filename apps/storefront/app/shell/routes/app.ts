import { redirect } from 'react-router'

/** The shell's key in the route table; opening it leads to the start page. */
export function loader() {
  return redirect('/')
}

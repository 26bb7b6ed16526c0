// placeholder: replaced by its area's owner
export function loader() {
  return new Response(null, { status: 404 })
}

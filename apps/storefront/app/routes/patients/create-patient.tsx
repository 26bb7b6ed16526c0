// placeholder: replaced by its area's owner
export default function Page() {
  return null
}

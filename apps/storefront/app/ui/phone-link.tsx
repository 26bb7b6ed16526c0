/** A telephone number that can be pressed to call it. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="hit" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
      {phone}
    </a>
  )
}

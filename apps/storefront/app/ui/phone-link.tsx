/** A telephone number that a press calls. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="hit" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
      {phone}
    </a>
  )
}

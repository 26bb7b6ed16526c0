/**
 * The shop's account at the sandbox payment page. Fixed and public on purpose, so that every start, restart
 * and process agrees on it; production refuses these values. `publicKey` is a bare base64 SPKI, as the back
 * office shows it.
 */
export const SANDBOX_ACCOUNT = {
  shopId: '10042',
  secretKey: 'sandbox-secret-key-known-to-everyone',
  publicKey:
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAoUolp5M3rAhoWRXN0bi8+2keJDUDQfBBWtLPyqseyllevrOUyy5Ao5vbbqoRYenYH+TzlsrObt/dJgLftnVAyVS38TGj/jBUnHTwcp5Ozq5GK3i//IQdiUJUIu5C8btlQiFXdcK5TZIwsDv6Xrgn4dm7YSJt+jzRDH8TKerwcrlg+zqoa96Pw48j89p7TydQ7cmV7LTcgJgo7xknsAYFGap/hLmfClB7pwdS1CPBD5CMZWe53p1WQsKaX3VZSdWqFUreAtpaY7BMshNTRRwl6OlasZx2lUpn7bzVLyQo9FNqEShBYwI8JNeiLRXuUH+1FRc1KHBm34fSgAz+ja2OUwIDAQAB',
} as const

/** The address of the demo person with this role at the desk. */
export const demoEmail = (role: string) => `${role.toLowerCase()}@desk.example`

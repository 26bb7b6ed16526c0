/** For how many days a share can be made to work. */
export const SHARE_DAYS = [1, 7, 30] as const

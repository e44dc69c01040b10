import { env } from '@/lib/config/env'

/** Where links begin: the public address, else the one that was called, which the front door has checked. */
export const baseOf = ({ headers, url }: Request) =>
  env().MNEME_PUBLIC_URL ?? `${new URL(url).protocol}//${headers.get('host')}`

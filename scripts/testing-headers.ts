import { once } from '@/lib/shared/once'

/** The cookies of every request until a test changes them; each file begins without any. */
export const sentCookies = () => once('sent-cookies', () => new Map<string, string>())

/** Stands for `next/headers` in tests, which have no request of Next's. Cookies that are set are not sent back. */
export const cookies = async () => ({
  get(name: string) {
    const value = sentCookies().get(name)
    return value === undefined ? undefined : { value }
  },
  set: () => {},
  delete: () => {},
})
export const headers = async () => new Headers()

/** The first language of the reader for numbers and dates; English if it is unusable. */
export function localeOf(acceptLanguage: string | null): string {
  const first = acceptLanguage?.split(',')[0]?.split(';')[0]?.trim()
  try {
    return first && first !== '*' ? new Intl.Locale(first).toString() : 'en'
  } catch {
    return 'en'
  }
}

/** The reader's first language for numbers and dates; English when it says nothing that can be used. */
export function localeOf(acceptLanguage: string | null): string {
  const first = acceptLanguage?.split(',')[0]?.split(';')[0]?.trim()
  try {
    return first && first !== '*' ? new Intl.Locale(first).toString() : 'en'
  } catch {
    return 'en'
  }
}

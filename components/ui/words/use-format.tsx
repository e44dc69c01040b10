'use client'
import { createContext, type ReactNode, use } from 'react'
import { formatIn } from './format'

const Locale = createContext('en')
/** The reader's locale, decided once on the server so that both renders agree. */
export const LocaleProvider = ({ locale, children }: { locale: string; children: ReactNode }) => (
  <Locale value={locale}>{children}</Locale>
)
export const useFormat = () => formatIn(use(Locale))
export type Format = ReturnType<typeof formatIn>

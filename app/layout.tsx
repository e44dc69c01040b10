import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { PREFERENCES_COOKIE, parsePreferences } from '@/components/shell/preferences'
import { TooltipProvider } from '@/components/ui/tooltip'
import { LocaleProvider } from '@/components/ui/words/use-format'
import './globals.css'
import { frame } from './frame'

const DESCRIPTION = 'Chat with an agent that thinks in the open and remembers.'
const CARD = {
  title: 'Mneme',
  description: DESCRIPTION,
  images: [{ url: '/social.png', width: 1200, height: 630 }],
}

/** Link previews need an absolute image URL, built from the host that the guard accepted. */
export async function generateMetadata(): Promise<Metadata> {
  const request = await headers()
  const scheme = request.get('x-forwarded-proto') === 'https' ? 'https' : 'http'
  return {
    metadataBase: new URL(`${scheme}://${request.get('host') ?? 'localhost'}`),
    title: { default: 'Mneme', template: '%s · Mneme' },
    description: DESCRIPTION,
    applicationName: 'Mneme',
    manifest: '/manifest.webmanifest',
    icons: {
      icon: [
        { url: '/icon.svg', type: 'image/svg+xml' },
        { url: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      ],
      apple: '/apple-touch-icon.png',
    },
    openGraph: { ...CARD, type: 'website', siteName: 'Mneme' },
    twitter: { ...CARD, card: 'summary_large_image' },
  }
}
export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  interactiveWidget: 'resizes-content',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#faf8f3' },
    { media: '(prefers-color-scheme: dark)', color: '#181c21' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [request, jar] = await Promise.all([headers(), cookies()])
  const preferences = parsePreferences(jar.get(PREFERENCES_COOKIE)?.value)
  const page = await frame({ children, preferences })
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <body>
        <ThemeProvider
          attribute="class"
          defaultTheme="system"
          enableSystem
          disableTransitionOnChange
          storageKey="mneme.theme"
          nonce={request.get('x-nonce') ?? ''}
        >
          <LocaleProvider locale={localeOf(request.get('accept-language'))}>
            <TooltipProvider>{page}</TooltipProvider>
          </LocaleProvider>
        </ThemeProvider>
      </body>
    </html>
  )
}

/** The locale for numbers and dates: the first one the browser asks for, or English if that is not valid. */
function localeOf(acceptLanguage: string | null): string {
  const first = acceptLanguage?.split(',')[0]?.split(';')[0]?.trim()
  try {
    return first && first !== '*' ? new Intl.Locale(first).toString() : 'en'
  } catch {
    return 'en'
  }
}

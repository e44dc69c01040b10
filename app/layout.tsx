import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import { ThemeProvider } from 'next-themes'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
import { PREFERENCES_COOKIE, parsePreferences } from '@/components/shell/preferences'
import { TooltipProvider } from '@/components/ui/tooltip'
import { LocaleProvider } from '@/components/ui/use-format'
import './globals.css'
import { frame } from './frame'
import { localeOf } from './locale'

export const metadata: Metadata = {
  title: { default: 'Mneme', template: '%s · Mneme' },
  description: 'Chat with an agent that thinks in the open and remembers.',
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
            <NuqsAdapter>
              <TooltipProvider>{page}</TooltipProvider>
            </NuqsAdapter>
          </LocaleProvider>
        </ThemeProvider>
      </body>
    </html>
  )
}

import { deflateRawSync } from 'node:zlib'
import { blanks, type Packed, zipOf } from './testing-zip'

const TALK = JSON.stringify([
  { id: 't', title: 'T', messages: [{ role: 'user', content: 'Never to be seen.' }] },
])
const NAME = 'conversations.json'
const good: Packed = { name: NAME, data: TALK }
const also: Packed = { name: 'conversations-1.json', data: TALK.replace('"t"', '"u"') }
const one = (more: Partial<Packed>) => zipOf([{ ...good, ...more }])
/** A valid file before a bad one; it must not be imported either. */
const second = (more: Partial<Packed>) => zipOf([good, { ...also, ...more }])
const small = deflateRawSync(Buffer.from(TALK))
const many = (count: number, name: (i: number) => string, more: Partial<Packed> = {}) =>
  Array.from({ length: count }, (_, i) => ({ name: name(i), deflate: false, data: '', ...more }))
const bomb = (megabytes: number, more: Partial<Packed> = {}): Packed => ({
  name: NAME,
  ...blanks(megabytes),
  ...more,
})
const QUOTE = 50

/** ZIP archives of which nothing may be written. */
export const ZIPS: [name: string, file: () => Uint8Array, says: RegExp][] = [
  ['a ZIP of nothing', () => zipOf([]), /no conversations file/],
  [
    'a ZIP without conversations',
    () => zipOf(['users.json', 'projects.json', 'chat.html', 'a.png'].map((name) => ({ name, data: TALK }))),
    /no conversations file.*It should contain/,
  ],
  [
    'a ZIP of hidden files',
    () =>
      zipOf([
        { ...good, name: '__MACOSX/conversations.json' },
        { ...good, name: '.x/conversations.json' },
      ]),
    /no conversations file/,
  ],
  ['a ZIP in a ZIP', () => zipOf([{ name: 'export.zip', data: one({}) }]), /not opened/],
  ['a ZIP that says it is JSON', () => one({ data: one({}) }), /a ZIP archive/],
  ['a ZIP of no conversation', () => one({ data: '[]' }), /contains no conversation/],
  ['a nesting bomb in a ZIP', () => one({ data: '['.repeat(200_000) }), /nested/],
  ['a ZIP cut off', () => zipOf([good, also]).subarray(0, -30), /damaged or was cut off/],
  [
    'the first half of a ZIP',
    () => one({ data: TALK.repeat(50), deflate: false }).subarray(0, 3_000),
    /damaged or was cut off/,
  ],
  [
    'a ZIP that holds its end twice',
    () => zipOf([good], { comment: zipOf([]).toString('latin1') }),
    /damaged|no conversations file/,
  ],
  ['more files than said', () => zipOf([good, also], { count: 1 }), /damaged/],
  ['fewer files than said', () => zipOf([good], { count: 2 }), /damaged/],
  [
    'half a million files that are not there',
    () => zipOf([good], { count: 500_000, zip64: true }),
    /over 100,000 files/,
  ],
  [
    '100,000 files',
    () =>
      zipOf(
        many(100_000, (i) => `images/${i}.png`),
        { zip64: true },
      ),
    /no conversations file/,
  ],
  [
    '2,000 files of conversations',
    () => zipOf(many(2_000, (i) => `conversations-${i}.json`)),
    /over 1,000 conversation files/,
  ],
  [
    'a directory of 18 MB',
    () => zipOf([...many(300, (i) => `${i}.png`, { extra: Buffer.alloc(60_000) }), good]),
    /too large/,
  ],
  ['a directory elsewhere', () => zipOf([good, also], { directoryAt: 7 }), /damaged/],
  ['a directory beyond the end', () => zipOf([good], { directoryAt: 1e9 }), /damaged/],
  ['a directory at 2^60', () => zipOf([good], { directoryAt: 2 ** 60, zip64: true }), /damaged/],
  ['a file beyond the end', () => second({ at: 1e9 }), /damaged/],
  ['a file at 2^60', () => second({ at: 2 ** 60, zip64: true }), /damaged/],
  ['a file where there is none', () => zipOf([good, { ...also, at: 9 }]), /overlap/],
  ['a file of 2^53 bytes', () => one({ size: 2 ** 53, zip64: true }), /larger than 2 GB/],
  ['a file that is larger than the archive', () => second({ packedSize: 1e6 }), /overlap/],
  ['an extra field that is cut', () => one({ extra: Buffer.from([1, 0, 200, 0, 7]) }), /damaged/],
  ['zip64 without its numbers', () => one({ size: 0xffffffff, extra: Buffer.from([1, 0, 0, 0]) }), /damaged/],
  ['an encrypted file', () => second({ flags: 1 }), /encrypted/],
  ['strong encryption', () => second({ flags: 0x41 }), /encrypted/],
  ['Deflate64', () => second({ method: 9 }), /method 9/],
  ['Zstandard', () => second({ method: 93 }), /method 93/],
  ['a wrong checksum', () => second({ crc: 7 }), /is damaged/],
  ['a wrong checksum of a stored file', () => second({ deflate: false, crc: 7 }), /is damaged/],
  [
    'deflate that is none',
    () => second({ packed: Buffer.from(small.map((byte) => byte ^ 0xff)) }),
    /is damaged/,
  ],
  ['deflate that ends early', () => second({ packed: small.subarray(0, -9) }), /is damaged/],
  ['a file that is smaller than it says', () => second({ size: TALK.length + 1 }), /is damaged/],
  ['a stored file that is larger than it says', () => second({ deflate: false, size: 3 }), /damaged/],
  ['a bomb', () => zipOf([bomb(100)]), /100 times/],
  ['a bomb that says it is small', () => zipOf([bomb(200, { size: TALK.length })]), /is damaged/],
  [
    'a bomb in small pieces',
    () => zipOf(many(20, (i) => `conversations-${i}.json`, { ...blanks(20), deflate: true })),
    /100 times/,
  ],
  [
    'a bomb of many gigabytes',
    () => zipOf(many(40, (i) => `conversations-${i}.json`, { ...blanks(60), deflate: true })),
    /larger than 2 GB/,
  ],
  [
    'a bomb that names a file many times',
    () =>
      zipOf([
        good,
        ...many(900, (i) => `conversations-${i + 1}.json`, {
          at: 0,
          deflate: true,
          packed: small,
          size: TALK.length,
        }),
      ]),
    /overlap/,
  ],
  [
    'a bomb of files that hold the next one',
    () =>
      zipOf([
        good,
        ...many(20, (i) => `conversations-${i + 1}.json`, {
          deflate: true,
          packed: small,
          packedSize: small.length + QUOTE,
        }),
      ]),
    /overlap/,
  ],
  ['a file that reaches into the directory', () => one({ packedSize: small.length + QUOTE }), /overlap/],
  ...[
    '../conversations.json',
    '/conversations.json',
    'C:\\conversations.json',
    'a\\..\\..\\conversations.json',
    'conversations.json\0.png',
    '../x/Conversations-007.json',
  ].map((name): [string, () => Uint8Array, RegExp] => [
    `${JSON.stringify(name)} beside conversations`,
    () => zipOf([good, { name, data: TALK }]),
    /invalid name/,
  ]),
  [
    'one JSON file, with ../',
    () => zipOf([{ name: '../chats.json', data: TALK }, { name: 'a.png' }]),
    /invalid name: "chats.json"/,
  ],
  [
    'an invalid name that lies on another file',
    () => zipOf([good, { name: '../a.png', at: 0, data: 'x' }]),
    /overlap/,
  ],
]

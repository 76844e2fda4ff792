import assert from 'node:assert/strict'
import { test } from 'vitest'
import { mediaFormatOf } from './media.ts'

const bytes = (text: string) => Uint8Array.from(text, sign => sign.charCodeAt(0))

test('videos and captions are recognized by their first bytes', () => {
  for (const [start, format] of [
    ['\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 'mp4'],
    ['\0\0\0\x1cftypmp42', 'mp4'],
    ['\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm', 'webm'],
    ['WEBVTT', 'vtt'],
    ['\xef\xbb\xbfWEBVTT - Tour\n\n', 'vtt'],
  ] as const)
    assert.equal(mediaFormatOf(bytes(start)), format, start)
  for (const other of [
    '',
    'WEBVTTX',
    '<html>WEBVTT',
    '\0\0\0\x1cftypavif',
    '\0\0\0\x14ftypqt  ',
    '\0\0\0\x14ftypM4A ',
    '\x1aE\xdf\xa3\xa3B\x86\x81\x01B\x82\x88matroska',
    'RIFF\0\0\0\0AVI LIST',
    '\x89PNG\r\n',
  ])
    assert.equal(mediaFormatOf(bytes(other)), undefined, other)
})

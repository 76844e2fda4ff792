import type { ShopContent } from '#contract/shop-content.ts'
import { type FieldsOf, optional } from './field-types.ts'

type HomePage = Pick<
  ShopContent,
  'banners' | 'showsReviews' | 'statistics' | 'note' | 'overview' | 'technologies' | 'questions'
>

/** The sections of the home page, in their order. */
export const homeFields: FieldsOf<HomePage> = {
  banners: {
    kind: 'list',
    label: 'Banners',
    hint: 'Large pictures at the top of your home page.',
    one: 'banner',
    title: 'title',
    max: 6,
    initial: {
      picture: '',
      focusX: 50,
      focusY: 50,
      title: '',
      text: '',
      link: 'See our items',
      to: '/items',
    },
    fields: {
      picture: { kind: 'picture', label: 'Picture' },
      focusX: {
        kind: 'percent',
        label: 'Keep in view, from left to right',
        hint: 'Screens differ, so a part of the picture may be cut off. Choose what stays.',
      },
      focusY: { kind: 'percent', label: 'Keep in view, from top to bottom' },
      title: { kind: 'line', label: 'Title' },
      text: { kind: 'line', label: 'Text', hint: optional },
      link: {
        kind: 'line',
        label: 'Button text',
        hint: 'Leave it empty for a banner without a button.',
      },
      to: {
        kind: 'line',
        label: 'Button leads to',
        hint: 'A page of your shop such as /items, or a web address.',
      },
    },
  },
  showsReviews: { kind: 'switch', label: 'Show customer reviews' },
  statistics: {
    kind: 'part',
    label: 'Figures',
    hint: 'A dark band with a few numbers about your shop, and pictures.',
    initial: { title: '', tagline: '', figures: [{ value: '', name: '' }], slides: [] },
    fields: {
      title: { kind: 'line', label: 'Title' },
      tagline: { kind: 'line', label: 'Line above the title', hint: optional },
      figures: {
        kind: 'list',
        label: 'Figures',
        one: 'figure',
        title: 'name',
        max: 6,
        initial: { value: '', name: '' },
        fields: {
          value: { kind: 'line', label: 'Figure', hint: 'Such as 1,200 or 72.' },
          name: { kind: 'line', label: 'What it counts', hint: 'Such as pots fired.' },
        },
      },
      slides: {
        kind: 'list',
        label: 'Pictures',
        one: 'picture',
        title: 'alt',
        max: 12,
        initial: { picture: '', alt: '' },
        fields: {
          picture: { kind: 'picture', label: 'Picture' },
          alt: { kind: 'line', label: 'What it shows', hint: 'Read aloud to people who cannot see it.' },
        },
      },
    },
  },
  note: {
    kind: 'part',
    label: 'A note from you',
    hint: 'A personal note to your visitors.',
    initial: { title: '', picture: null, letter: '', from: '', signature: null },
    fields: {
      title: { kind: 'line', label: 'Title' },
      picture: { kind: 'picture', label: 'Portrait', hint: optional },
      letter: { kind: 'text', label: 'Note' },
      from: { kind: 'line', label: 'Signed by', hint: 'Such as Camille Roux, potter.' },
      signature: {
        kind: 'picture',
        label: 'Signature',
        hint: 'A picture of it, with a transparent background. Optional.',
      },
    },
  },
  overview: {
    kind: 'part',
    label: 'Video',
    initial: { title: '', text: '', videos: [], poster: null, captions: null },
    fields: {
      title: { kind: 'line', label: 'Title' },
      text: { kind: 'line', label: 'Text', hint: optional },
      videos: { kind: 'videos', label: 'Video file' },
      poster: { kind: 'picture', label: 'Picture before it plays', hint: optional },
      captions: { kind: 'captions', label: 'Captions', hint: 'For people who cannot hear it. Optional.' },
    },
  },
  technologies: {
    kind: 'part',
    label: 'What you work with',
    hint: 'A row of short names, such as stoneware, porcelain and raku.',
    initial: { title: '', names: [] },
    fields: {
      title: { kind: 'line', label: 'Title' },
      names: { kind: 'lines', label: 'Names', hint: 'One per line.' },
    },
  },
  questions: {
    kind: 'part',
    label: 'Questions and answers',
    hint: 'What customers often ask you.',
    initial: { title: 'Frequently asked questions', list: [{ question: '', answer: '' }] },
    fields: {
      title: { kind: 'line', label: 'Title' },
      list: {
        kind: 'list',
        label: 'Questions',
        one: 'question',
        title: 'question',
        max: 40,
        initial: { question: '', answer: '' },
        fields: {
          question: { kind: 'line', label: 'Question' },
          answer: { kind: 'text', label: 'Answer' },
        },
      },
    },
  },
}

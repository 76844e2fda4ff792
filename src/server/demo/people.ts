import { demoId } from '../store/demo-ids.ts'

export interface DemoCustomer {
  id: string
  name: string
  email: string
  mobileNumber: string
  address: string
  education: string
}

/** Name, telephone, address, education. All people, numbers and streets are fictional. */
const people: [string, string, string, string][] = [
  ['Marta Oyelaran', '+234 555 0114', '18 Adeniran Close, Yaba, Lagos, Nigeria', 'Architecture, Lagos'],
  ['Jonas Weidmann', '+49 555 0187', 'Lindenhof 7, 04229 Leipzig, Germany', 'Bookbinder, Leipzig'],
  ['Priya Raman', '+91 555 0163', '42 Lake View Road, Chennai 600033, India', 'Chemistry, Chennai'],
  ['Elif Kaya', '+90 555 0129', 'Çınar Sokak 11/4, Kadıköy, İstanbul, Türkiye', 'Graphic design, İstanbul'],
  ['Sofia Lindqvist', '+46 555 0171', 'Fågelvägen 23, 413 18 Göteborg, Sweden', 'Nursing, Göteborg'],
  ['Kofi Mensah', '+233 555 0108', '5 Palm Wine Junction, Accra, Ghana', 'Economics, Accra'],
  ['Yuki Tanabe', '+81 555 0192', '3-14-2 Sakuragaoka, Setagaya, Tokyo, Japan', 'Ceramics, Kyoto'],
  ['Anna Kowalczyk', '+48 555 0145', 'ul. Łąkowa 14/3, 80-743 Gdańsk, Poland', 'Law, Gdańsk'],
  [
    'Rafael Duarte',
    '+351 555 0133',
    'Rua das Oliveiras 60, 4050-449 Porto, Portugal',
    'Kitchen school, Porto',
  ],
  ['Nguyễn Thu Hà', '+84 555 0156', '27 Phố Hàng Bạc, Hoàn Kiếm, Hà Nội, Vietnam', 'Literature, Hà Nội'],
]

const plainName = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.')

/** The customers of the demo. They have no password, so no one can sign in as them. */
export const demoCustomers: readonly DemoCustomer[] = people.map(
  ([name, mobileNumber, address, education], index) => ({
    id: demoId('customer', index + 1),
    name,
    email: `${plainName(name)}@example.com`,
    mobileNumber,
    address,
    education,
  }),
)

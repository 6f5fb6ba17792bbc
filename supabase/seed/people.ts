/** The people of the demo shop: six documented accounts, a few more customers with accounts, and customers without. */
import type { Role } from '@taller/shared/access/roles.ts';
import { rutCheckDigit } from '@taller/shared/values/rut.ts';
import type { Random } from './random.ts';
import { FIRST_NAMES, LONG_NAMES, PLACES, STREETS, SURNAMES } from './texts/people.ts';

export interface Person {
  readonly id: string;
  readonly fullName: string;
  readonly rut: string;
  readonly phone: string;
  readonly address: string | null;
}

/** A person with an account. */
export interface Account extends Person {
  readonly email: string;
  readonly role: Role;
  /** Whether the RUT is verified: only then a customer sees the orders of that RUT. */
  readonly proven: boolean;
  readonly daysAgo: number;
}

export interface Staff {
  readonly admin: Account;
  readonly technicians: readonly [Account, Account];
  readonly receptionist: Account;
}

export interface People {
  readonly staff: Staff;
  /** cliente@taller.test and cliente2@taller.test. */
  readonly demoCustomers: readonly [Account, Account];
  readonly otherAccounts: readonly Account[];
  /** All customers, including those with accounts; the first ones come more often. */
  readonly customers: readonly Person[];
}

const CUSTOMERS_WITHOUT_ACCOUNT = 210;

const withCheckDigit = (digits: number): string => `${digits}-${rutCheckDigit(String(digits))}`;

function account(
  random: Random,
  email: string,
  role: Role,
  fullName: string,
  rutDigits: number,
  phone: string,
  address: string | null,
  daysAgo: number,
): Account {
  return {
    id: random.uuid(),
    email,
    role,
    fullName,
    rut: withCheckDigit(rutDigits),
    phone,
    address,
    proven: role === 'customer',
    daysAgo,
  };
}

function makeStaff(random: Random): Staff {
  return {
    admin: account(
      random,
      'admin@taller.test',
      'admin',
      'Marcela Ibáñez Rojas',
      12_486_307,
      '+56 9 8123 4501',
      null,
      900,
    ),
    technicians: [
      account(
        random,
        'tecnico@taller.test',
        'technician',
        'Rodrigo Peña Castillo',
        17_209_845,
        '+56 9 8123 4502',
        null,
        820,
      ),
      account(
        random,
        'tecnico2@taller.test',
        'technician',
        'Daniela Ñanculeo Vera',
        19_034_562,
        '+56 9 8123 4503',
        null,
        420,
      ),
    ],
    receptionist: account(
      random,
      'recepcion@taller.test',
      'receptionist',
      'Paula Zúñiga Morales',
      18_377_190,
      '+56 9 8123 4504',
      null,
      610,
    ),
  };
}

function makePerson(random: Random, taken: Set<string>): Person {
  let rut = '';
  do rut = withCheckDigit(random.int(6_200_000, 25_900_000));
  while (taken.has(rut));
  taken.add(rut);
  const name = random.chance(0.025)
    ? random.pick(LONG_NAMES)
    : `${random.pick(FIRST_NAMES)} ${random.pick(SURNAMES)} ${random.pick(SURNAMES)}`;
  const digits = random.digits(7);
  return {
    id: random.uuid(),
    fullName: name,
    rut,
    phone: `+56 9 ${random.int(3, 9)}${digits.slice(0, 3)} ${digits.slice(3)}`,
    address: random.chance(0.7)
      ? `${random.pick(STREETS)} ${random.int(12, 4200)}${random.pick(PLACES)}`
      : null,
  };
}

const OTHER_EMAILS = [
  'jpablo.rojas',
  'cony.saavedra',
  'mnunez',
  'veronica.tapia',
  'estudio.ohiggins',
  'nacho.yanez',
  'abuelita.rosa',
  'fran.cortes',
];

/** All people, without their orders. */
export function makePeople(random: Random): People {
  const staff = makeStaff(random);
  const demoCustomers: [Account, Account] = [
    account(
      random,
      'cliente@taller.test',
      'customer',
      'Camila Núñez Sepúlveda',
      16_482_917,
      '+56 9 7345 1288',
      'Pasaje Las Gaviotas 1535, depto. 402',
      340,
    ),
    account(
      random,
      'cliente2@taller.test',
      'customer',
      'Ignacio Peñaloza Araya',
      13_905_266,
      '+56 9 6611 0937',
      "O'Higgins 1440",
      210,
    ),
  ];
  const taken = new Set(
    [staff.admin, ...staff.technicians, staff.receptionist, ...demoCustomers].map((person) => person.rut),
  );
  const otherAccounts = OTHER_EMAILS.map((name, index): Account => {
    const daysAgo = random.int(5, 360);
    return {
      ...makePerson(random, taken),
      email: `${name}@taller.test`,
      role: 'customer',
      proven: index < 5,
      daysAgo,
    };
  });
  const withoutAccount = Array.from({ length: CUSTOMERS_WITHOUT_ACCOUNT }, () => makePerson(random, taken));
  return { staff, demoCustomers, otherAccounts, customers: [...otherAccounts, ...withoutAccount] };
}

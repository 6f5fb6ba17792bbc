/**
 * The access matrix of each table through the API: DATA-02 as enforced by the database. `yes`: the call takes effect.
 * `no`: it is rejected, or finds nothing, and the row is unchanged. The rows belong to `customer` (profile, order,
 * appointment …); `other` is another customer with orders.
 */
import { ACTORS, type Actor } from './shop.ts';

export const OPERATIONS = ['select', 'insert', 'update', 'delete'] as const;
export type Operation = (typeof OPERATIONS)[number];

const MATRIX = `
table                   operation  anon  customer  other  technician  receptionist  admin
----- people: a profile is made by the server with the login; create_account makes staff
profiles                select     no    yes       no     yes         yes           yes
profiles                insert     no    no        no     no          no            no
profiles                update     no    yes       no     no          no            yes
profiles                delete     no    no        no     no          no            yes
staff_names             select     no    no        no     yes         yes           yes
staff_names             insert     no    no        no     no          no            no
staff_names             update     no    no        no     no          no            no
staff_names             delete     no    no        no     no          no            no
----- orders: taken in by the desk, changed by all staff, deleted by an admin; customers read their own
service_orders          select     no    yes       no     yes         yes           yes
service_orders          insert     no    no        no     no          yes           yes
service_orders          update     no    no        no     yes         yes           yes
service_orders          delete     no    no        no     no          no            yes
service_order_internal  select     no    no        no     yes         yes           yes
service_order_internal  insert     no    no        no     yes         yes           yes
service_order_internal  update     no    no        no     yes         yes           yes
service_order_internal  delete     no    no        no     no          no            no
public_order_status     select     yes   yes       yes    yes         yes           yes
public_order_status     insert     no    no        no     no          no            no
public_order_status     update     no    no        no     no          no            no
public_order_status     delete     no    no        no     no          no            no
----- what the server writes: read only, whatever the role
order_events            select     no    no        no     yes         yes           yes
order_events            insert     no    no        no     no          no            no
order_events            update     no    no        no     no          no            no
order_events            delete     no    no        no     no          no            no
order_waits             select     no    no        no     yes         yes           yes
order_waits             insert     no    no        no     no          no            no
order_waits             update     no    no        no     no          no            no
order_waits             delete     no    no        no     no          no            no
decision_history        select     no    yes       no     yes         yes           yes
decision_history        insert     no    no        no     no          no            no
decision_history        update     no    no        no     no          no            no
decision_history        delete     no    no        no     no          no            no
decision_origins        select     no    no        no     no          no            yes
decision_origins        insert     no    no        no     no          no            no
decision_origins        update     no    no        no     no          no            no
decision_origins        delete     no    no        no     no          no            no
activity_logs           select     no    no        no     yes         yes           yes
activity_logs           insert     no    no        no     no          no            no
activity_logs           update     no    no        no     no          no            no
activity_logs           delete     no    no        no     no          no            no
inventory_movements     select     no    no        no     yes         yes           yes
inventory_movements     insert     no    no        no     no          no            no
inventory_movements     update     no    no        no     no          no            no
inventory_movements     delete     no    no        no     no          no            no
import_batches          select     no    no        no     no          no            yes
import_batches          insert     no    no        no     no          no            no
import_batches          update     no    no        no     no          no            no
import_batches          delete     no    no        no     no          no            no
----- photos: rows and files are written by functions; a new photo's files by its author, and read when it was checked
order_photos            select     no    yes       no     yes         yes           yes
order_photos            insert     no    no        no     no          no            no
order_photos            update     no    no        no     no          no            no
order_photos            delete     no    no        no     no          no            no
device_places           select     no    no        no     yes         yes           yes
device_places           insert     no    no        no     no          no            no
device_places           update     no    no        no     no          no            no
device_places           delete     no    no        no     no          no            no
order_checklists        select     no    yes       no     yes         yes           yes
order_checklists        insert     no    no        no     no          no            no
order_checklists        update     no    no        no     no          no            no
order_checklists        delete     no    no        no     no          no            no
storage.objects         select     no    yes       no     yes         yes           yes
storage.objects         insert     no    no        no     no          yes           no
storage.objects         update     no    no        no     no          no            no
storage.objects         delete     no    no        no     no          no            no
----- contacts of customers' cards: read by the staff, written by functions of the desk
customer_contacts       select     no    no        no     yes         yes           yes
customer_contacts       insert     no    no        no     no          no            no
customer_contacts       update     no    no        no     no          no            no
customer_contacts       delete     no    no        no     no          no            no
----- notifications: staff mark them as read, and nothing else
notifications           select     no    no        no     yes         yes           yes
notifications           insert     no    no        no     no          no            no
notifications           update     no    no        no     yes         yes           yes
notifications           delete     no    no        no     no          no            no
----- messages: the outbox is the server's; an admin switches templates on and off
whatsapp_messages       select     no    no        no     yes         yes           yes
whatsapp_messages       insert     no    no        no     no          no            no
whatsapp_messages       update     no    no        no     no          no            no
whatsapp_messages       delete     no    no        no     no          no            no
whatsapp_replies        select     no    no        no     yes         yes           yes
whatsapp_replies        insert     no    no        no     no          no            no
whatsapp_replies        update     no    no        no     no          no            no
whatsapp_replies        delete     no    no        no     no          no            no
----- appointments: made and cancelled by the staff, read by their customer
appointments            select     no    yes       no     yes         yes           yes
appointments            insert     no    no        no     yes         yes           yes
appointments            update     no    no        no     yes         yes           yes
appointments            delete     no    no        no     no          no            no
----- inventory and purchases of screens: all staff
inventory               select     no    no        no     yes         yes           yes
inventory               insert     no    no        no     yes         yes           yes
inventory               update     no    no        no     yes         yes           yes
inventory               delete     no    no        no     yes         yes           yes
component_types         select     no    no        no     yes         yes           yes
component_types         insert     no    no        no     yes         yes           yes
component_types         update     no    no        no     no          no            no
component_types         delete     no    no        no     no          no            no
suppliers               select     no    no        no     yes         yes           yes
suppliers               insert     no    no        no     yes         yes           yes
suppliers               update     no    no        no     no          no            no
suppliers               delete     no    no        no     no          no            no
pedidos_pantallas       select     no    no        no     yes         yes           yes
pedidos_pantallas       insert     no    no        no     yes         yes           yes
pedidos_pantallas       update     no    no        no     no          no            no
pedidos_pantallas       delete     no    no        no     no          no            no
----- requests to erase the own data: made and taken back by functions, read by their customer and by admins
erasure_requests        select     no    yes       no     no          no            yes
erasure_requests        insert     no    no        no     no          no            no
erasure_requests        update     no    no        no     no          no            no
erasure_requests        delete     no    no        no     no          no            no
----- views of the desk's list: each of the staff their own
saved_views             select     no    no        no     yes         yes           yes
saved_views             insert     no    no        no     yes         yes           yes
saved_views             update     no    no        no     yes         yes           yes
saved_views             delete     no    no        no     yes         yes           yes
----- what the server must know of the shop
setting_sections        select     no    no        no     no          no            yes
setting_sections        insert     no    no        no     no          no            no
setting_sections        update     no    no        no     no          no            no
setting_sections        delete     no    no        no     no          no            no
setting_changes         select     no    no        no     no          no            yes
setting_changes         insert     no    no        no     no          no            no
setting_changes         update     no    no        no     no          no            no
setting_changes         delete     no    no        no     no          no            no
device_code_keys        select     no    no        no     yes         yes           yes
device_code_keys        insert     no    no        no     no          no            no
device_code_keys        update     no    no        no     no          no            no
device_code_keys        delete     no    no        no     no          no            no
`;

export interface Rule {
  readonly table: string;
  readonly operation: Operation;
  readonly allowed: Readonly<Record<Actor, boolean>>;
}

function readRule(line: string): Rule {
  const [table = '', operation, ...marks] = line.trim().split(/\s+/);
  const known = OPERATIONS.find((name) => name === operation);
  if (!known || marks.length !== ACTORS.length || marks.some((mark) => mark !== 'yes' && mark !== 'no')) {
    throw new Error(`Unreadable line of the access matrix: ${line}`);
  }
  const allowed = Object.fromEntries(
    ACTORS.map((actor, index) => [actor, marks[index] === 'yes']),
  ) as Rule['allowed'];
  return { table, operation: known, allowed };
}

/** The parsed rows of the matrix. */
export const RULES: readonly Rule[] = MATRIX.trim()
  .split('\n')
  .slice(1)
  .filter((line) => !line.startsWith('-----'))
  .map(readRule);

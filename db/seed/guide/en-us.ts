import type { GuideTexts } from "./chapters";

export const ENGLISH: GuideTexts = {
  chapters: {
    start: "Getting started",
    monitoring: "Monitoring",
    exceptions: "Exceptions and alarms",
    goods: "Goods",
    orders: "Work orders",
    analysis: "Analysis",
    organisation: "Organization",
    carriers: "Carriers",
    devices: "Devices",
    accounts: "Accounts",
    system: "System",
    logs: "Logs",
  },
  topics: {
    first_steps: [
      "First steps",
      `
A **carrier** is what you monitor: a fridge, a cold store, a vehicle. **Devices** measure in it. A **range** defines which values are allowed. When a value leaves its range, an **exception** is raised, and an **alarm trigger** decides who is notified.

## A normal day
1. Look at [home](/home). The sentence at the top tells you whether everything is normal.
2. If not, open the exception, check the carrier, and **acknowledge** it with a comment on what you found. Repeated messages then stop.
3. When the values are back in range, press **Record cause and action**.

## Setting up
- [The setup wizard](#setup_wizard) takes one device from unpacking to its first reading.
- Then [ranges](#ranges), [contacts](#contacts) and [an alarm trigger](#alarm_triggers).
- Finally, **send a test alarm**: at the end of the wizard, on home, or from the page of the carrier.

## Finding things
- **Ctrl K** searches for pages, carriers and devices from anywhere.
- The **?** at the top explains the current page.
- You see the pages that your role allows. If one is missing, ask your administrator.
`,
    ],
    colours: [
      "What the colors mean",
      `
Each color comes with an icon or a word that means the same.

- {normal|Normal} All values are within their range.
- {warning|Warning} Needs attention soon: an early warning, or a calibration that expires.
- {above|Above maximum} A value is above its upper limit.
- {below|Below minimum} A value is below its lower limit. Freezing can do more harm than heat.
- {critical|Critical} Act now.
- {offline|Offline} No data for too long. The last value may be out of date.
- {paused|Paused} Alarms are off or paused, or the carrier is out of service.

A gray value is stale; its age is shown beside it. When a value changes, its background lights up briefly.

The dot at the top shows the connection. While it says Live, everything updates automatically.
`,
    ],
    lists: [
      "Lists, views and keys",
      `
All lists work the same way.

## Filters
- Type in the search field: the list updates as you type.
- Each active filter is a chip. **Add filter** offers more; the cross on a chip removes it, **Reset** removes all.
- The filters are part of the address: send it to a colleague, or go back in the browser.

## Saved views
**Views** beside the filters saves them under a name, for this list.
- A view is visible only to you. Accounts that see the whole customer can share one with all of its users.
- A view shows no more than your role allows.

## Files
**Export** creates a file of the list, all pages included, and can be [scheduled](#export_tasks). See [exports and downloads](#downloads).

## Keys
- **Ctrl K** finds pages, carriers and devices. **?** shows the keyboard shortcuts of this page.
- **/** goes to the search field, **J** and **K** to the next and previous row, **Enter** opens it, **X** selects it, **C** creates a record.
- **G** followed by a letter goes to a page.
- Single-key shortcuts do nothing while you type. Turn them off in the same sheet.
`,
    ],
    home: [
      "Home",
      `
The first page answers one question: is everything normal? The sentence at the top counts the monitored carriers and names those with an exception.

## What to do next
- A colored carrier: click it to see live values and the open exception.
- **Latest exceptions**: acknowledge from here, or open all of them.
- Gray counts are carriers without data. Check power and gateway first.

## Changing the page
There are five styles: map, list, statistics, sensors and dashboards. Choose one under **Home settings** in the menu under your name. It applies to your account only. On a dashboard you arrange cards as you need them.
`,
    ],
    list_data: [
      "Live list",
      `
All carriers with live values, the worst first. Values update automatically.

- The bar at the top counts carriers by state. Click a count to see only those.
- The line under a name gives the reason for its state, for example “temperature above 8 °C for 12 min”.
- {paused|Paused} means that nobody is notified, although values are still received.

## What to do next
1. Click a row for the live window, or the chart icon for [history](#history).
2. Select several rows to compare their charts.
3. The bell switches the alarm of a carrier on or off, or pauses it for up to 7 days. A reason is required and logged.

If the order changes while you read, a button offers to refresh it: rows never move on their own.
`,
    ],
    map_data: [
      "Live map",
      `
Where carriers are, in the color of their state. A number stands for several carriers close together; click it to zoom in. It has the color of the worst state among them.

- Vehicles are shown at their last reported position and move as positions arrive.
- Fixed carriers are shown at their entered position, or at the map node of their place.
- Carriers without a position are counted beside the map.

Click a carrier for its values, its exception, and links to its track and history.
`,
    ],
    live_data: [
      "Live data of a carrier",
      `
One carrier in real time: its values with their limits, the chart of the last hours, door and power, and open exceptions.

- Dashed lines are the limits. Values out of range are shaded in {above|orange} or {below|blue}.
- A gap in the chart is time without data, not a value of 0.
- Signal and battery of the sensor are shown beside the value.

If a value is gray, check when it was received. Then check the sensor’s battery and its gateway under [devices](#devices).
`,
    ],
    history: [
      "History",
      `
Readings of one or more carriers over any period: chart, table, figures and file.

## Reading the chart
- Scroll or pinch to zoom; drag to move. More detailed data loads automatically.
- Over long periods a band shows minimum and maximum around the mean, so that no peak is hidden.
- Gaps are left empty. Shaded parts are out of range.

## Figures
Minimum, maximum, mean, time out of range, completeness and **mean kinetic temperature**, which gives more weight to warm periods, in line with how medicines degrade.

## What to do next
- Export the period as a file for an inspector.
- Values marked invalid by a rule are shown struck through and are not counted.
- Logger files can be shown over the chart; they are marked as imported.
`,
    ],
    downloads: [
      "Exports and downloads",
      `
**Export** above a list, a track or the history creates a file of the list, all pages included: CSV for any program, Excel for a spreadsheet.

- A small file is downloaded within seconds. A large one is generated in the background; the top bar shows its progress while you continue working.
- [Downloads](/download) lists all your files: download them again, cancel one that is being generated, delete those you no longer need. Nobody else sees them.
- A file is stored for the number of days in the parameter **Export file retention**, then it is deleted.
- If your permissions change before the file is generated, it fails. If they change afterwards, you can no longer download it.
- Who created a file and each download are recorded in the [system log](/noti/sysLog), with its SHA-256 hash.
`,
    ],
    tracks: [
      "Tracks and geofences",
      `
The track of a vehicle shows where it went and its temperature, on one time axis. Play it at 1 to 10 times the speed; stops are listed.

A **geofence** is an area: a circle or a polygon. The console records when a vehicle enters or leaves it.

1. Draw the area on the map and name it.
2. Choose the vehicles it applies to.
3. Its events are listed below it and in the track. A new or changed area is also applied to all stored positions.
4. To notify somebody, add a geofence condition to an alarm trigger: entered or left, and for how long.

No positions? The sensor needs GPS, and **Store GPS positions** must be enabled for the vehicle.
`,
    ],
    device_data: [
      "Device status",
      `
All devices by state, so that you find a failing device before readings are lost.

- {offline|Offline} Not reported for longer than the report interval allows.
- {warning|Warning} Weak signal, low battery, or a calibration that expires soon.
- Many offline sensors are often connected through one offline gateway: check the gateway first.

Open a device to see its connection, its configuration and where it is mounted.
`,
    ],
    overview: [
      "Wall display",
      `
For a screen on the wall: large counts, the worst first, readable from two meters.

- Press **Full screen** and leave it running. It needs no interaction.
- If everything is green, no action is needed. Colored carriers are shown with name and reason.
- If the connection is lost, the page says so and reconnects automatically.

Use a separate account with few permissions for the wall display, so that it does not count toward the login limit of your own account.
`,
    ],
    query_codes: [
      "Query codes",
      `
A **query code** shows one carrier or sensor to people without an account: a patient, a driver, an inspector, a customer. They scan a QR code or open a link; there is nothing to install and no login.

## Make codes
1. **New code**, then the kind: a **record** of a period, a **live view**, or a **wall display** of a place.
2. Choose carriers or sensors; each gets its own code, up to 100 at once.
3. Choose what visitors see. What you do not select is not on the page, nor in its source.
4. Set how long it is valid. A **PIN** and a limit of **openings** protect it further.
5. Print the labels, or copy the link. You can print labels again at any time.

## Manage codes
- Click a code to see its **openings**: time, address, and attempts with a wrong PIN.
- **Revoke** ends it immediately, including on open screens.
- {normal|Active} {paused|Expired, used up, revoked}

The **proof** on a record is a fingerprint of all its readings. The file below it has the same fingerprint, so anybody can check that nothing was changed.

A wall display runs without login until it is revoked, and resumes automatically after a restart.
`,
    ],
    exception_records: [
      "Exceptions: acknowledge and handle",
      `
An exception records one event: from when to when, how far out of range, for how long, and who was notified.

## Two questions
- Is it ongoing? **Open** or **cleared**. Only the values decide that.
- Has somebody seen it? **Acknowledge** it with a comment, and with the reason if you know it. Repeated messages then stop, and there is no further escalation. Before you acknowledge, you see the value, the limits, the trend and who is notified next. You can acknowledge wherever an open exception is shown: here, on home, on the carrier's page, in its live window, in a pop-up and through the link in a message.

## Handling
When it is over, press **Record cause and action**: choose the reason, enter the action taken, and state whether the excursion was confirmed, suspected or excluded. The exception is then **handled** and can be closed or reopened.

Select several rows to acknowledge, handle or delete them together. If one cannot be changed, none is.

## Deleting
An exception that has ended can be deleted with a reason, unless its closing was signed. It disappears from lists and counts; reports, archives, statistics and the audit trail keep it. Set the filter **Deleted** to show it.

## Severity
{critical|Critical} and major exceptions come first. The severity is set by the alarm trigger.

Manage the list of reasons under [exception reasons](/abnormal/abnormalcause). The last one cannot be deleted.
`,
    ],
    alarm_triggers: [
      "Alarm triggers",
      `
A trigger defines what raises an alarm, and who is notified when. A carrier has at most one; without one it raises no alarms.

1. Choose the severity.
2. Add conditions: range, cumulative time, no data, door or power, early warning, or geofence.
3. Set the delay of each. With five to ten minutes, a door opened briefly notifies nobody.
4. Choose when it is active: days and hours.
5. Set up the notification plan. Each row has a delay in minutes, a level of a contact group or [who is on duty](#duty_rota), channels and repeats. Rows are more than 30 minutes apart; a later row is skipped once somebody has acknowledged.
6. Bind carriers and press **Simulate 30 days** to see which alarms would have been raised.
7. **Send test alarm** on the page of the carrier shows who would be notified now, who would not and why, and tracks each delivery. The messages are marked as a test; no exception is raised.

**Connection and power** (above the list) needs no trigger: it monitors every device in use, and the power of gateways. A device that reports more slowly than expected raises a warning. Set the severities and who is notified; without rows, logged-in users see a pop-up. It can be disabled.

More in [how alarm triggers work](/atinstruction).
`,
    ],
    alarm_record: [
      "Alarm record",
      `
The [alarm record](/arch/alarmRecord) shows the alarms of a place over time, and who had the devices at each time.

1. Choose a place or a carrier, and a period.
2. The lanes show which device was there and when: own, borrowed or lent, with its alarms.
3. Each alarm states who had the device when it started. Its name leads to all alarms of that carrier.
`,
    ],
    silences: [
      "Maintenance silences",
      `
A silence suppresses alarms for a limited time, for example during defrosting, cleaning or moving. Readings are still recorded, but no alarms are raised.

1. Choose what is silenced: places, carriers or alarm triggers.
2. Set start, duration and reason.
3. It ends automatically. End it early if the work is done sooner.

> To silence one carrier now, the bell in the [live list](#list_data) is quicker.
`,
    ],
    invalid_data: [
      "Invalid-data rules",
      `
Sensors sometimes send impossible values: a fault value such as −127 °C, or a jump of 40 degrees in a minute. A rule marks them as invalid.

- Invalid readings are stored, shown struck through, and left out of alarms and figures.
- Nothing is lost: readings can be restored.
- You can apply a rule to stored readings; the preview shows how many match.

Keep rules narrow. A rule must never match a real excursion.
`,
    ],
    lots: [
      "Products and lots",
      `
A **product** defines which temperatures are allowed, and for how long; a **lot** is a batch of it. For each lot the result answers one question: **Usable?**

- {normal|Usable}: all its time is within what the product allows.
- {warning|Quarantine}: it is still out of range, was at a temperature that the product does not cover, or was unobserved for too long. Set it apart until a decision is made.
- {critical|Do not use}: it has expired, was frozen, or was out of range for longer than the product allows.

## Placing lots
1. Create the [product](/goods/product) first. Presets are published figures with their source; the product's label takes precedence.
2. Register the [lot](/goods/lot) and choose or scan its carrier, or import lots from a spreadsheet.
3. To move it, choose the new carrier: the previous placement ends.

## Calculation
- Time is added up from measured values over all carriers. If there are several probes, the one beyond a limit for longest counts for that limit.
- Unobserved time never counts as within range. It is listed.
- The mean kinetic temperature is calculated over the worst window: 30 days or 24 hours. It is not available with less than 90 % observed, or after freezing.

## Decisions
**Release**, **discard**, **ask manufacturer** and **add minutes back** require a reason and a signature. A new excursion after a release changes the result again.
`,
    ],
    transports: [
      "Transports",
      `
A **transport** moves goods from a consignor to a consignee. It records stops, vehicle, lots, and temperatures on the way.

## From plan to proof
1. Plan it in [Transports](/goods/transport): stops with places and times, the vehicle, the lots. A warehouse system can submit it with POST /service/transport, or you import it from a spreadsheet. A [geofence](/databoard/geofence) can start one when a vehicle leaves it.
2. **Load** checks that the vehicle was in range for the required pre-cooling time.
3. Departure and arrival are detected from the positions. You can also enter them manually.
4. The [transport board](/goods/transportBoard) shows all transports in transit: place, temperature, time until out of range, expected arrival and delay. Those that need attention come first.

## The transport code
The slip has a QR code. The receiver scans it, sees the journey, and chooses **Accept**, **Accept with a remark** or **Refuse**, with name and signature, without an account. Without a connection, the answer stays on the phone and is sent once when the connection is back.

- If a slip is lost: **New code** invalidates the printed one.
- The answer is signed. If it is changed later, the transport shows that.
- The planner and the consignor receive an e-mail when the receiver refuses or remarks.
- **Report (PDF)** on the page of a transport creates one document with journey, readings, lots and handover.

## Result
- {normal|Usable}: measured and in range throughout, or all lots are usable.
- {warning|Quarantine}: out of range, or not measured throughout.
- {critical|Not usable}: at least one lot is not usable.
`,
    ],
    work_orders: [
      "Work orders",
      `
A **work order** is a task at a carrier, a device or a place.

## From alarm to repair
1. Open an [exception](/abnormal/dataex) and press **Work order**, then **Submit**: carrier, device and exception are attached. Submit other orders in [Work orders](/order/workOrder).
2. The assignee receives a message. Without an assignee, the first person to **accept** it gets it.
3. On site: take photos, add a comment, and press **Mark as done** with what was done.
4. The person who submitted it chooses **Confirm** or **Send back**, and rates it with stars.

- [My round](/order/round) shows your orders by site and place.
- There is a reminder before the due time, and a message when it has passed.
- **Cancel order** requires a reason. Accepted orders stay on record.
- Each number of the [statistics](/order/workOrderStatistic) leads to its orders.
`,
    ],
    work_order_rules: [
      "Work order rules",
      `
A **rule** submits work orders automatically: for an exception that is not handled in time, an offline device, a calibration that expires, a low battery, or a verification that is due.

- There is at most one open order per cause.
- A rule has an assignee (person or group) and a due time. Disable it at any time; its orders remain.
`,
    ],
    verifications: [
      "Verifications",
      `
A **verification** (mapping) measures a cold store, vehicle, box or fridge at many points: the temperature distribution, and how long it stays within its limits.

1. [New verification](/arch/verificationTask): carrier, limits, sampling and duration.
2. **Plan**: enter the size, choose a preset, use **Suggest points**, move them and assign each a calibrated device. It cannot start with too few points, with a device in two verifications, or with a calibration that expires too early.
3. **Start**. Recording starts when all devices have reported. Record door openings and power cuts.
4. At the end, the readings are frozen with a hash. Add door openings and power cuts that are missing, check the figures, compare them with the last verification, and press **Confirm result**. The **report** contains plan, figures and heat maps, and can be signed.

- **Deviation**: highest and lowest value minus the setpoint. **Fluctuation**: ± half of the largest change at one point. **Uniformity**: mean difference between points.
- [Verifications due](/arch/verificationDue) lists upcoming, overdue and failed verifications, which must be repeated; a [rule](/order/workOrderRule) can submit the work order.
- [Point presets](/arch/verificationPreset) come from secondary sources: check them against the regulation that applies.
`,
    ],
    monitor_tasks: [
      "Monitor tasks",
      `
A **monitor task** checks on a schedule which devices are offline: sensors by radio type, gateways, displays or relays.

1. In [Monitor tasks](/arch/task), press **New monitor task** and choose what it checks for, and where.
2. Choose the frequency (once, daily, weekly, monthly), the time, and optionally a check interval.
3. Choose the follow-up: an exception, a message to contacts, a work order. Without any, findings are only recorded.

- **Run now** checks immediately. A running task cannot be deleted: stop it first.
- Each run lists the devices that were offline; [Monitor findings](/arch/taskFinding) lists those of all tasks. They lead to device, carrier, exception and work order.
- A device connected through an offline gateway has no follow-up of its own: only the gateway does.
- Each time a device is offline there is one exception and one open work order, however many tasks find it.
- Checks missed while the system was down are listed in the next run. Runs are stored for 90 days.
`,
    ],
    statistics: [
      "Statistics",
      `
How well were conditions maintained in a period? Figures by place, type, carrier or probe, weighted by the time for which each value was valid.

- **Pass rate** is time within range ÷ observed time. Gaps are not observed; **completeness** shows how much was.
- **MKT** is the mean kinetic temperature over the whole selected period. It is not available with less than 90 % observed, or below 0 °C.
- Arrows compare with the previous period of the same length.
- A name leads one level deeper: from a place to its carriers, to their probes, to the readings.
- **Hours by days** shows when values are out of range. Use the arrow keys to move through it.

**Save selection** stores it so that you can open it again; share it with colleagues if needed.
`,
    ],
    detail_data: [
      "Detailed data",
      `
The values of up to 20 probes side by side: each reading, or one row per 1, 5 or 30 minutes, hour or day.

1. Choose carriers and probes, then the period.
2. Choose the interval and which value a cell shows: the last one, the time-weighted mean, minimum or maximum.
3. **Export** saves all rows of the period, oldest first.

An arrow marks a value out of range. Rows without values are left out. The shorter the interval, the shorter the period can be.
`,
    ],
    guidance: [
      "Analysis guidance",
      `
What explains the exceptions of a period, and what you can do about it.

- Each explanation gives its figures and why it is shown, and links to the exceptions behind it.
- Nothing is shown without enough evidence.
- **Counts** shows what occurs most: by reason, hour, door, carrier. The line shows the cumulative share.
- Reasons can be counted only if they are recorded when you [handle an exception](#exception_records).
`,
    ],
    export_tasks: [
      "Export tasks",
      `
An **export task** creates a file on a schedule and sends it: the history of some carriers every Monday, yesterday's exceptions every morning, a report every month.

1. Choose content and format. **Schedule…** in any **Export** menu uses the filters of that list.
2. Choose frequency and period: yesterday, last week, last month or the last days. The period is counted back from the day of the run, in the customer's time zone.
3. Enter the recipients. A file of up to 10 MB is attached; a larger one is sent as a link that expires after seven days. Without recipients the file is only in your [downloads](/download).

- A task runs with the current permissions of its owner, the last person to save it. If the owner's account is deactivated, the task does not run and shows that.
- Click a task to see its runs: result, file and recipients.
- Runs missed while the server was down are caught up, seven at most.
- If a run fails, its owner receives an e-mail.
`,
    ],
    reports: [
      "Reports",
      `
A report turns the data of a period into a PDF that can be signed, stored and checked.

1. **New report**: choose type, carriers, period, contents and language. The form estimates its size.
2. It is generated in the background. Open it to see its key figures, and what was excluded and why.
3. **Sign as author**, then somebody else chooses **Review** and **Approve**, or **Reject** with a reason. **Regenerate** a rejected report as the next version.

## Is this file genuine?
- Every page has a QR code. It opens a page, without login, that shows what the document is and who signed it.
- Drop the file there: it is compared on your own device. Any changed byte is detected.
- PDF readers also check the digital signature of this installation.
- The data is attached to the PDF as a CSV file.

> After each signature a new file is generated. Earlier files are still recognized.

## Templates
- The tab **Templates** stores type, carriers or places, contents, languages, required signatures, and a period such as last week.
- **Create report** in a row generates the report of that period and opens it. A place includes all carriers below it at that time.
- If a review is among the **required signatures**, nobody can approve before it.
- A report on **lots** shows placements, calculated results, and decisions with their signatures.
`,
    ],
    archives: [
      "Archives",
      `
Each month becomes one signed file: all readings, exceptions and how they were handled, record sheets, reports, signatures and the audit trail, as CSV and JSON. It is created two days after the month ends, in the customer's time zone.

1. **Archive a month** creates one immediately. The list shows its progress.
2. Open it for its size, its SHA-256 hash, and how many readings arrived later. **Archive again** creates the next version; earlier versions are kept.
3. **Verify** checks every hash, the signature and the chain of the audit trail, and reports what is wrong.

## Sharing without an account
- **Create link**, valid for 1, 7 or 30 days, and copy it. Anyone with the link can download this one archive.
- Each download is recorded in the [system log](#system_log). Revoke a link when it is no longer needed.

## Without this installation
- README.txt in the archive explains how to verify it with common programs.
- **npm run backup:verify** needs no database. With the files of several months it also detects a replaced one.

> How long the files are stored is a [system parameter](#parameters). Their hashes are stored permanently.
`,
    ],
    structure: [
      "Organization structure",
      `
The tree of your organization: sites, buildings, departments, rooms. The place of a carrier or device determines who sees it.

- **Structure unit**: a building, department or room.
- **Floor plan**: an image on which carriers are placed. It has no nodes below it.
- **Map**: a part of the map, with center and zoom.

Add nodes with the buttons on the right. Move them by dragging, or with Ctrl+X and Ctrl+V. Carriers and devices move along, which can change who sees them.

Only empty nodes can be deleted: move their contents first.
`,
    ],
    floor_plans: [
      "Floor plans",
      `
A floor plan shows live values at the positions of the carriers.

1. Create a floor plan node under [organization structure](#structure) and upload an image (JPG or PNG).
2. Open the editor and drag carriers from the list to their positions. Use the arrow keys for fine adjustment.
3. Save the plan. Until then you can undo changes.

In the live plan a carrier has the color of its state; click it for its values.
`,
    ],
    ranges: [
      "Monitoring ranges",
      `
A range defines which values are allowed, for example 2 to 8 °C for vaccines. When a value leaves the range of its carrier, an exception is raised.

1. Start from a **preset** of a standard, or enter the limits yourself. At least one of the two is required.
2. **Apply to carriers**. A carrier has one range for each measure: the new one replaces the old one.

Changed limits apply from the next reading on, for all carriers that use the range. The form shows how many. A range in use cannot be deleted.
`,
    ],
    contacts: [
      "Contacts",
      `
The people who are notified of alarms. They need no account.

- A **group** is notified together, for example “pharmacy, at night”. Notification plans refer to groups.
- The **level** sets the order: level 1 first. A plan can instead notify the people **on duty** by the group's [on-call rota](#duty_rota).
- Channels are e-mail, SMS, voice call and push notification. A pop-up needs no contact: logged-in users see it. Only channels that your installation has configured deliver; the [notification log](#notice_log) shows what failed and why.
- **Push notifications** are for contacts imported from users, who turn them on in their profile.
- Quiet hours defer messages until they end.

## PIN and replies
With a **PIN** of 4 to 8 digits a contact acknowledges without the console:

- SMS: reply as the message says, for example \`OK 7K 4711\`: the code in the message, then the PIN. Order, case and the word PIN do not matter.
- Voice call: press 1, then the PIN and the hash key.

Five wrong PINs lock it for 15 minutes. Nobody can read a PIN; changes are recorded in the [system log](#system_log). Replies require a gateway that forwards them: see [notification channels](#notice_channels).

**Import users** turns accounts into contacts. Test a new contact before you rely on it.
`,
    ],
    duty_rota: [
      "On-call rota",
      `
Who in a contact group is on duty, and when. An [alarm trigger](#alarm_triggers) can notify **On duty** instead of a level: the recipient is determined when each message is sent, including repeats and escalations.

- **Shifts** repeat every week. One past midnight ends on the next day. The substitute is on duty while the contact is absent.
- **Holidays** replace the shifts from midnight to midnight.
- {critical|Nobody} At these hours alarms go to the whole group, and the [notification log](#notice_log) says so. Gaps in the next four weeks are shown before you save.

Daylight saving changes are handled: each shift ends where the next one starts.
`,
    ],
    record_sheets: [
      "Record sheets",
      `
The paper form of every vaccine fridge, filled in automatically: one sheet per carrier and month, one row per day. [Collected records](/arch/temprecord) lists them.

With the GSP presets, values are recorded every 2 minutes while out of range. An open sheet updates automatically.

## Record times
A **record point** is a carrier whose values are recorded up to seven times a day, or at an interval. Presets: vaccine (twice a day, at least 6 hours apart), GSP storage (every 30 minutes), GSP transport (every 5). At each time the reading nearest to it within the tolerance is used, by time of measurement. Late readings are added while the sheet is open.

## Filling in
- A **missed** value can be entered manually with a reason. It stays marked as entered manually.
- A **collected** value cannot be changed, only commented.
- If a missed value is unknown, explain it with a comment.

## Approval
1. When the month is over, **submit** the sheet: you sign that it is complete. Its values are then frozen.
2. Somebody else chooses **Approve**, or **Reject** with a reason. You can approve several sheets at once from the list.
3. **Correct** opens the next version. The old version and its signatures stay readable.

“Newer data available” means that readings arrived too late for a signed or entered value. Each signature shows whether the sheet is unchanged since it was signed.

**Print** prints the form, one page per probe.
`,
    ],
    printing: [
      "Printing",
      `
[Printing](/arch/printer) manages your printers, scheduled printing and all jobs.

## Set up a printer
1. Under **Printers**, add a **network printer for sheets** (IPP, most office printers) or a **label or ticket printer** (ESC/POS on port 9100).
2. Press **Print test page**. If every character and the code can be read, the printer is set up well.

## Print
- **Print label** is in the lists of carriers, devices and lots for the selected rows, and on their pages. For a transport, print its slip.
- A **print group** prints automatically: choose carriers, contents, printers and times. **Preview and print** shows the result first.

## If something does not print
- If a printer is unreachable, out of paper or open, the job is retried for about four hours; it shows why it waits.
- **Unclear** means that the job was sent, but it is unknown whether it was printed. Check the printer, then choose **Mark as printed** or **Print again**. Nothing is printed twice automatically.
`,
    ],
    carriers: [
      "Carriers",
      `
There is a list for each type: incubators, refrigerators, vehicles, cold stores, warehouses, storerooms and others.

1. Create a carrier with name, place and mode. Storage and transport are recorded at different intervals.
2. Choose a range and an alarm trigger, or create both in the same form.
3. After saving, **Register sensor** leads on: the sensor is mounted when it is created. Until then the carrier is not monitored.

## Status
- **Running**: alarms are raised.
- **Defrost**: alarms above the maximum are suppressed, for 60 minutes by default; it ends automatically.
- **Spare**, **retired**, **needs repair**: no alarms at all.

Select several to change them together. If one cannot be changed, none is, and it is named.
`,
    ],
    carrier_detail: [
      "Carrier page",
      `
The tabs show its values, devices, ranges, exceptions, files and activity.

- Under **Devices** you mount and remove sensors. Replacing one preserves the history: earlier readings stay with the old sensor.
- Under **Record points** you set the times of day at which values are recorded, at most 7.
- Store manuals and acceptance reports under **Files**.
`,
    ],
    setup_wizard: [
      "Setup wizard",
      `
From unpacking to the first reading in four steps. You can stop and continue later. If you manage several customers, choose one first.

1. **Connect devices**: through a gateway, or directly. The console shows address and token; the token is shown only once.
2. **Carrier**: where the sensor is installed.
3. **Ranges and alarm**: the normal range, the alarm and who is notified.
4. **Device**: mount the sensor. The wizard waits for its first reading and shows when it has arrived.

No data? Check that the device is powered, has the right address and token, and that its clock is correct: readings more than 10 minutes in the future are rejected.
`,
    ],
    devices: [
      "Devices",
      `
There is a list for each kind: sensors, gateways, displays, relays, smart bases, gas detectors and door sensors.

- {normal|Online} reported within its report interval × the fault tolerance.
- {offline|Offline} not reported for longer. An offline gateway raises one exception, not one for each connected sensor.
- **Unknown** never reported.

## One device
**Mount on** in the form of a new sensor, gas detector or door sensor mounts it on its carrier when it is created. Without a name, the serial number is used.

## Many at once
Download the template, fill it in and import it. Every row is checked first; if any is invalid, nothing is imported and all errors are listed.

**Scan multiple** reads the codes on the labels one by one, by camera or USB scanner, and registers all of them together.

## Calibration
The list shows when a certificate expires, 30 days ahead. A device in use must be disabled before it can be deleted.
`,
    ],
    unknown_devices: [
      "Unknown devices",
      `
A device that sends with a valid token of yours and is not registered yet. Its data is not lost: the last 1,000 readings of each of 200 devices are stored, up to 32 MB in total; the oldest are dropped first.

1. Press **Register**: the form opens with address, kind and type filled in. Check them and press **Create**. The arrow beside it offers other kinds.
2. Within seconds its stored readings are in the history, at the times they were measured. Excursions among them are treated as detected late.
3. Positions of a tracker wait until it is on a carrier that stores GPS positions. Until then, and if a reading was rejected, the device stays in this list with the reason.

To register several devices of one customer, select them and press **Register** above the list. Each is registered as its most likely kind.

Not yours? Delete it. If it sends again, it reappears: then replace the token that it uses.
`,
    ],
    secondments: [
      "Secondments",
      `
Lend a device to another customer, or transfer it permanently, in [Secondments](/sys/deviceTransfer).

1. Press **Lend a device**, choose the device and enter the exact code of the other customer.
2. **Loan**: it starts now or later, and ends at a set time or when you revoke it. **Permanent transfer**: it starts when the other customer confirms it.
3. The device is removed from your carriers. The borrower finds it in stock, marked as borrowed, and mounts it.

- What it measured before stays yours. What it measures during the loan belongs to the borrower alone, even if it arrives late.
- **Revoke** takes the device back, **Return** gives it back. Both require a reason and are logged on both sides.
- While it is lent, only the borrower can mount it and send it commands. Serial number, MAC and type cannot be changed.
- The borrower of a gateway issues it their own token.
- A lent device cannot be lent again. Only current secondments have details.
`,
    ],
    device_detail: [
      "One device",
      `
State, latest values, configuration, connection and mounting of one device.

- A **configuration** is sent through its gateway: waiting, configuring, configured, or failed. You can send a failed one again.
- **Connection and traffic** shows when it was online and offline: a pattern every night often means a power cut.
- **Properties** are the raw values it sent, for support.
- **Replace** puts another device in its position from a given time on.
- **New ingest token** lets a sensor, gas detector or door sensor send data directly, as a ThingsBoard client does. The token is valid for this device only and is shown once.

## Fields
**Fields** lists the fields of its last messages that are not read. **Read as…** defines what a field is: a measure with its unit, a factor and an offset (value × factor + offset), and the probe if there are several; or nothing. **Preview** shows the result for the last messages. Once saved, it applies to all your devices of that type.
`,
    ],
    profile: [
      "Your profile",
      `
Name, photo, language, password, signature, and account security.

- Changing the password ends all your sessions; log in again.
- The **second factor** also requires a code from your phone. Store the backup codes elsewhere.
- The **login QR code** logs you in on another device.
- **Push notifications** show alarms on this device even when the console is closed or you are logged out, with a button to acknowledge.
- An account can be logged in on several devices (parameter **Concurrent sessions**). A further login ends the oldest. If you were logged out for this reason without logging in elsewhere, change the password.
- **Forgot password?** on the login page sends a link by e-mail, if the installation sends e-mail and your account has an address. It works once, for half an hour, and ends all your sessions. Otherwise ask your administrator for a one-time password.
`,
    ],
    users: [
      "Users",
      `
Use one account per person, so that the log shows who did what.

1. Create the account with a role. The role defines what the user may do; the places define where.
2. Give the one-time password to the person. It is shown only once and must be changed at the first login.

- **Reset password** creates a new one-time password.
- **Deactivate** ends the sessions immediately and keeps the history. **Activate** restores exactly what was switched off.
- You can only grant permissions that you have.
`,
    ],
    roles: [
      "Roles",
      `
A role is a set of permissions. Select what its users may do: view, create, edit, delete.

- Edit permission implies view permission.
- Roles of customer users need a place in the organization, roles of agents a customer.
- Removing a permission takes effect immediately, for all users of the role.
- The default role cannot be deleted. Deleting another role also deletes its users, after confirmation.

A new customer has one role from each template (nurse, pharmacist, technician …). Another role can be created **from a template** too. Start with few permissions and add what is missing.
`,
    ],
    api_keys: [
      "API keys",
      `
A key lets another system read or write data of your customer. It is not a person, so it cannot sign, acknowledge or create further keys.

1. Give it a name that says who uses it, and only the permissions it needs.
2. Copy it now: it is shown only once and stored as a hash.
3. Revoke it when it is no longer needed. It stops working immediately.

The API is described in GET /service/openapi.json.
`,
    ],
    customers: [
      "Customers",
      `
Each customer has its own organization tree, roles, users, carriers and devices. Customers cannot see each other's data.

- The **time zone** defines where days start and end, and when schedules and quiet hours apply.
- The **unit of temperature**, °C or °F, applies wherever people of the customer read or enter temperatures: on all pages, in messages and documents. Stored values and interfaces stay in °C. The customer's administrator can change it in the customer's details.
- **Device quota** limits the number of devices, **Customer data retention** how long data is stored.
- **Deactivate** switches off its roles, users and monitoring; **Activate** restores exactly that.
- Deleting removes everything, after a confirmation that shows the counts.
`,
    ],
    parameters: [
      "Parameters",
      `
Settings of the whole installation; some can be set per customer.

- The list shows which values differ from the default. **Reset to default** is in the form.
- Retention defines how many days of readings and logs are stored. Deleted data cannot be recovered.
- Report intervals and the fault tolerance define when a device is offline. If they are too strict, a weak radio link notifies people at night.
`,
    ],
    reference_lists: [
      "Units, carrier types and device types",
      `
Lists used in forms.

- Built-in entries cannot be deleted. Disable those you do not use: they are no longer offered, but records that use them keep them.
- A custom **carrier type** is based on one of the seven kinds.
- A **device type** defines what a model measures and how often it reports.
- A **unit** belongs to one measure.
`,
    ],
    forwarding: [
      "Forwarding",
      `
Forwards readings and exceptions to another platform, by MQTT, HTTP or TCP.

1. Enter address and credentials, and press **Send test**: it sends one message and shows the response.
2. Choose what is sent, then enable it.

- Nothing is lost while the other side is unreachable: messages wait and are sent in order.
- The details of a platform show the connection, waiting messages and the last error. From there you can resend or skip waiting messages.
`,
    ],
    menu_resources: [
      "Menu resources",
      `
The menu of all accounts. Only Root has access.

- Drag rows, or use the arrow keys on a handle, to sort.
- **Hidden** removes an entry from the menu; its page keeps its address. Disabling it does the same for everyone.
- A custom entry leads to a page of the console or to an https address.

The menu defines what is shown, not what is allowed: that is defined by roles.
`,
    ],
    online_help: [
      "Writing this help",
      `
Chapters are on the left, their topics on the right. Sort both by their handles, with the mouse or the arrow keys.

- A topic explains screens: the **?** on them opens it. Users who cannot open any of its screens do not see the topic.
- Write it in one or more languages. If one is missing, readers get the Chinese text, or else the English, with a note.
- Markdown formats headings, lists, notes and links. HTML is shown as plain text.
- Your changes to a built-in topic are kept: a new release does not overwrite them.

Disable a topic to hide it from readers. Custom topics can be deleted once they are disabled.
`,
    ],
    notice_log: [
      "Notification log",
      `
Every notification attempt by e-mail, SMS, voice call, push notification or pop-up: recipient, time, and whether it was delivered.

- {normal|Sent} The mail server, gateway or push service accepted it.
- {normal|Received} A reply by SMS or phone that acknowledged an alarm.
- {critical|Failed} The reason is shown: channel not configured, wrong number, wrong PIN in a reply.

Messages to people on duty show how the recipient was determined: **On duty**, or the whole group because nobody was. Nobody was notified? Check this log first, then the plan of the [alarm trigger](#alarm_triggers), its hours, silences and quiet hours.
`,
    ],
    notice_channels: [
      "Notification channels",
      `
Shows whether e-mail, SMS, voice call, push notification and pop-up work: the last delivery, the last failure with its reason, waiting messages, and delivery times.

- {normal|Working} Messages are delivered.
- {warning|Not configured} Nothing is sent. The operator of the installation configures the channel.
- {critical|Failing} All attempts have failed for at least a minute. Those who manage the channels are notified by other channels, and the first delivery ends the outage.

**Send test** sends a real message to you or to a contact and shows the result. Push notifications are tested on the receiving device, in the [profile](#profile). A banner on every page names channels that alarm triggers rely on and that do not work.

**Replies by SMS and phone** lists the gateways that forward the replies of contacts, for users who may manage them. Enter address and secret at the gateway: the secret is shown only once. After a new one is created, the old one works for another 24 hours. To acknowledge, a [contact](#contacts) needs a PIN.
`,
    ],
    system_log: [
      "System log",
      `
Who changed what, when and from where, with the values before and after.

- Filter by person, module or time. The log of one carrier or device opens from its own page.
- The rows of a customer form a chain. **Verify chain** checks it and names the first row that was changed or removed.
- Log entries cannot be deleted manually.
- Once a day the signed ends of the chains are written to the server log and sent to the address in **Audit chain recipient** of the [system parameters](#parameters). Keep these e-mails: only they can prove that a whole chain was replaced.
`,
    ],
    alarm_switch_log: [
      "Alarm switch log",
      `
Every change of an alarm switch: on, off or paused until when, by whom, and why. The end of a pause is recorded automatically.

It answers an inspector's question: who decided that this fridge had no alarm last night? Filter by carrier or time, and export the list.
`,
    ],
  },
};
